import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Card } from '#ui/card.tsx'
import { clockText } from '#ui/dates/countdown.ts'
import { endReason } from '#wire/session.ts'
import { useServerStatus } from '#wire/status.ts'
import { useSignIn, type Purpose } from './sign-in.ts'
import { StakesNote } from './stakes-note.tsx'

const texts = {
  login: {
    title: 'Login',
    titleOfCode: 'Login',
    email: 'Email Address',
    code: 'Verification Code',
    send: 'Send Login Code',
    verify: 'Verify Code & Login',
    question: "Don't have an account?",
    link: { to: paths.register, label: 'Register' },
  },
  register: {
    title: 'Create Your Account',
    titleOfCode: 'Enter Verification Code',
    email: 'Email Address*',
    code: 'Verification Code*',
    send: 'Send Verification Code',
    verify: 'Verify Code & Register',
    question: 'Already have an account?',
    link: { to: paths.login, label: 'Log in' },
  },
}

export function SignInForm({ purpose }: { purpose: Purpose }) {
  const text = texts[purpose]
  const signIn = useSignIn(purpose)
  const { step, email, busy, problem } = signIn
  const [code, setCode] = useState('')
  const errorOf = (field: 'email' | 'code') => (problem?.field === field ? problem.text : undefined)
  const trouble = problem?.field === 'form' ? problem.text : undefined
  const ended = problem ? undefined : endReason()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'email') signIn.send()
    else signIn.verify(code)
  }
  return (
    <Card narrow>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={1} size="h3">
            {step === 'email' ? text.title : text.titleOfCode}
          </Title>
          <StakesNote />
          {ended !== undefined && (
            <Text className="amber-note" size="sm" p="xs" role="status">
              {ended}
            </Text>
          )}
          <TextInput
            type="email"
            name="email"
            label={text.email}
            autoComplete="email"
            autoFocus={step === 'email'}
            value={email}
            disabled={step === 'code'}
            readOnly={busy !== undefined}
            error={errorOf('email')}
            onChange={(event) => signIn.typeEmail(event.currentTarget.value)}
          />
          {step === 'code' && (
            <CodeField
              label={text.code}
              code={code}
              setCode={setCode}
              readOnly={busy === 'verify'}
              error={errorOf('code')}
            />
          )}
          {signIn.note && (
            <Text size="sm" c="dimmed" role="status">
              {signIn.note}
            </Text>
          )}
          {trouble && (
            <Alert color="red" variant="light" role="alert">
              <Text size="sm" c="var(--bad)">
                {trouble}
              </Text>
            </Alert>
          )}
          <SignInButtons signIn={signIn} send={text.send} verify={text.verify} />
          <Text size="sm" ta="center">
            {text.question}{' '}
            <Anchor component={Link} to={text.link.to} underline="always">
              {text.link.label}
            </Anchor>
          </Text>
          <OutboxLink />
        </Stack>
      </form>
    </Card>
  )
}

type CodeProps = {
  label: string
  code: string
  setCode: (code: string) => void
  readOnly: boolean
  error: string | undefined
}

/** Accepts six digits, or twelve letters and digits in either case. */
function CodeField({ label, code, setCode, readOnly, error }: CodeProps) {
  return (
    <TextInput
      name="code"
      label={label}
      placeholder="Enter the code sent to your email"
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      value={code}
      readOnly={readOnly}
      error={error}
      onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
    />
  )
}

type ButtonsProps = { signIn: ReturnType<typeof useSignIn>; send: string; verify: string }

function SignInButtons({ signIn, send, verify }: ButtonsProps) {
  const { step, busy, sendIn, verifyIn } = signIn
  const later = (seconds: number) => `Try again in ${clockText(seconds)}`
  if (step === 'email')
    return (
      <>
        <BusyButton type="submit" busy={busy !== undefined} disabled={sendIn > 0}>
          {busy ? 'Sending Code...' : sendIn > 0 ? later(sendIn) : send}
        </BusyButton>
        <Button variant="subtle" onClick={signIn.haveCode} disabled={busy !== undefined}>
          I have a code
        </Button>
      </>
    )
  return (
    <>
      <BusyButton type="submit" busy={busy !== undefined} disabled={verifyIn > 0}>
        {busy === 'verify' ? 'Verifying...' : verifyIn > 0 ? later(verifyIn) : verify}
      </BusyButton>
      <BusyButton variant="default" onClick={signIn.send} busy={busy !== undefined} disabled={sendIn > 0}>
        {busy === 'send'
          ? 'Sending Code...'
          : sendIn > 0
            ? `Send a new code in ${clockText(sendIn)}`
            : 'Send a new code'}
      </BusyButton>
      <Button variant="subtle" onClick={signIn.back} disabled={busy !== undefined}>
        Use another address
      </Button>
    </>
  )
}

/** Shown only if the server stores its mails instead of sending them. */
function OutboxLink() {
  const status = useServerStatus()
  if (!status.data?.outbox) return null
  return (
    <Text size="sm" ta="center" c="dimmed">
      No mail server configured.{' '}
      <Anchor component={Link} to={paths.outbox} target="_blank" underline="always">
        Open the dev outbox
      </Anchor>
    </Text>
  )
}
