import {
  Email,
  requestLoginCode,
  requestRegisterCode,
  verifyCode,
  type User,
} from '@purser/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { begin } from '#wire/session.ts'
import { clearLists } from '#wire/storage.ts'
import { profileKey } from './auth-provider.tsx'

export type Purpose = 'login' | 'register'
const calls = { login: requestLoginCode, register: requestRegisterCode }
const failures = { login: 'Failed to send login code', register: 'Failed to send registration code' }

/** What is wrong with an address as typed; undefined when it can be sent. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return 'Email is required'
  return Email.safeParse(typed).success ? undefined : 'Please enter a valid email address'
}

/** The two steps of signing in: ask for a code, then give it. */
export function useSignIn(purpose: Purpose) {
  const client = useQueryClient()
  const [step, setStep] = useState<'email' | 'code'>('email')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field: 'email' | 'code' | 'form'; text: string }>()

  const work = async (otherwise: string, doing: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await doing()
    } catch (error) {
      setProblem({ field: 'form', text: sentence(error, otherwise) })
    } finally {
      setBusy(false)
    }
  }

  const send = (email: string) => {
    const wrong = emailProblem(email)
    if (wrong) return setProblem({ field: 'email', text: wrong })
    void work(failures[purpose], async () => {
      await call(calls[purpose], { body: { email: email.trim() } })
      setStep('code')
    })
  }

  const verify = (email: string, code: string) => {
    if (code.trim() === '') return setProblem({ field: 'code', text: 'Verification code is required' })
    void work('Invalid verification code', async () => {
      const { token, user } = await call(verifyCode, { body: { email: email.trim(), code: code.trim() } })
      enter(token, user)
    })
  }

  const enter = (token: string, user: User) => {
    // The lists of whoever used this browser before are not this user's.
    clearLists(user.id)
    client.setQueryData(profileKey, user)
    begin(token)
  }

  const back = () => {
    setStep('email')
    setProblem(undefined)
  }
  return { step, busy, problem, send, verify, back }
}
