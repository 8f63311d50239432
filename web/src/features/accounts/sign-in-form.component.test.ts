import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLoginCode, requestRegisterCode, verifyCode } from '@purser/contract/accounts.ts'
import { openAnswers } from '../../test/answers.ts'
import { fill, isDisabled, press, typeKeys } from '../../test/person.ts'

const { answer, block, hold, load, refuse, sent, show } = await openAnswers()
const { screen } = await import('@testing-library/react')
const { SignInForm } = (await load(
  'features/accounts/sign-in-form.tsx',
)) as typeof import('./sign-in-form.tsx')

const EMAIL = 'steps@example.com'
const ID = '00000000-0000-4000-8000-00000000000'
const asked = (n: number) => ({ success: true as const, message: 'Sent', request_id: `${ID}${n}` })

test('each step of a login says what it does, and what became of it', async () => {
  show(SignInForm, { purpose: 'login' })
  await press('Send Login Code')
  await screen.findByText('Email is required')
  fill('Email Address', EMAIL)
  block(requestLoginCode)
  await press('Send Login Code')
  await screen.findByText('Failed to send login code')
  answer(requestLoginCode, asked(1))
  const release = hold(requestLoginCode)
  await press('Send Login Code')
  await screen.findByRole('button', { name: 'Sending Code...' })
  assert.ok(isDisabled('Sending Code...'))
  release()
  await screen.findByLabelText('Verification Code')
  await press('Verify Code & Login')
  await screen.findByText('Verification code is required')
  assert.deepEqual(sent(verifyCode), [])
  fill('Verification Code', '000000')
  refuse(verifyCode, 'wrong_code')
  const verify = hold(verifyCode)
  await press('Verify Code & Login')
  await screen.findByRole('button', { name: 'Verifying...' })
  assert.ok(isDisabled('Verifying...'))
  verify()
  await screen.findByText('Invalid verification code')
  assert.deepEqual(sent(verifyCode)[0]?.body, { email: EMAIL, code: '000000', request_id: `${ID}1` })
})

test('each step of a registration says what became of it', async () => {
  show(SignInForm, { purpose: 'register' })
  fill('Email Address*', EMAIL)
  block(requestRegisterCode)
  await press('Send Verification Code')
  await screen.findByText('Failed to send registration code')
  answer(requestRegisterCode, asked(1))
  await press('Send Verification Code')
  await screen.findByRole('heading', { name: 'Enter Verification Code' })
  fill('Verification Code*', '123456')
  block(verifyCode)
  await typeKeys('{Enter}')
  await press('Verify Code & Register')
  await screen.findByText('Invalid verification code')
})

test('a new code is asked for, and a limit says how long it lasts, in which the newest code still goes', async () => {
  show(SignInForm, { purpose: 'register' })
  fill('Email Address*', EMAIL)
  answer(requestRegisterCode, asked(1))
  await press('Send Verification Code')
  answer(requestRegisterCode, asked(2))
  await press('Send a new code')
  await screen.findByRole('button', { name: 'Send a new code' })
  refuse(requestRegisterCode, 'too_many_codes', { retryAfterSeconds: 900 })
  await press('Send a new code')
  assert.match(
    (await screen.findByRole('alert')).textContent,
    /Too many codes were requested\. Please try again in 15 minutes\./,
  )
  await screen.findByRole('button', { name: /^Send a new code in 1[45]:\d\d$/ })
  assert.ok(isDisabled(/^Send a new code in 1[45]:\d\d$/))
  fill('Verification Code*', '123456')
  refuse(verifyCode, 'wrong_code')
  await press('Verify Code & Register')
  await screen.findByText('Invalid verification code')
  // The id of the newest request.
  assert.deepEqual(sent(verifyCode)[0]?.body, { email: EMAIL, code: '123456', request_id: `${ID}2` })
})

test('a code of letters and digits that was given out on the server is entered without asking for one', async () => {
  show(SignInForm, { purpose: 'login' })
  await press('I have a code')
  await screen.findByText('Email is required')
  fill('Email Address', EMAIL)
  await press('I have a code')
  const field = await screen.findByLabelText<HTMLInputElement>('Verification Code')
  fill('Verification Code', 'abcd2345efgh')
  assert.equal(field.value, 'ABCD2345EFGH')
  refuse(verifyCode, 'wrong_code')
  await press('Verify Code & Login')
  await screen.findByText('Invalid verification code')
  assert.deepEqual(sent(requestLoginCode), [])
  assert.deepEqual(sent(verifyCode)[0]?.body, { email: EMAIL, code: 'ABCD2345EFGH' })
})
