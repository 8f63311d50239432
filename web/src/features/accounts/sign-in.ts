import {
  Email,
  requestLoginCode,
  requestRegisterCode,
  verifyCode,
  type User,
} from '@purser/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCountdown } from '#ui/dates/countdown.ts'
import { call } from '#wire/api.ts'
import { sentence, WireFault } from '#wire/fault.ts'
import { beginSession, claimCaches } from '#wire/session.ts'
import { codeRequest, deviceToken } from '#wire/storage/sign-in-state.ts'
import { paths } from '#app/paths.ts'
import { ownerOf } from './auth.ts'
import { profileKey } from './auth-provider.tsx'

export type Purpose = 'login' | 'register'
const calls = { login: requestLoginCode, register: requestRegisterCode }
const failures = { login: 'Failed to send login code', register: 'Failed to send registration code' }

/** Returns the problem of a typed address; undefined if it is valid. */
export function emailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return 'Email is required'
  return Email.safeParse(typed).success ? undefined : 'Please enter a valid email address'
}

type Problem = { field: 'email' | 'code' | 'form'; text: string }
/** The server's Retry-After; for codes it applies to one address. */
type Wait = { until: number; email?: string }

/** The device token of this browser, if any. */
const known = () => {
  const device_token = deviceToken.read()
  return device_token === undefined ? {} : { device_token }
}

/** The two steps of signing in: request a code, then enter it. The request survives a reload. */
export function useSignIn(purpose: Purpose) {
  const client = useQueryClient()
  const [requested, setRequested] = useState(() => codeRequest.read(purpose))
  const [email, typeEmail] = useState(requested?.email ?? '')
  const [busy, setBusy] = useState<'send' | 'verify'>()
  const [problem, setProblem] = useState<Problem>()
  const [note, setNote] = useState<string>()
  const [waits, setWaits] = useState<{ send?: Wait; verify?: Wait }>({})
  const sendIn = useCountdown(waits.send?.email === email.trim() ? waits.send.until : undefined)
  const verifyIn = useCountdown(waits.verify?.until)

  const work = async (what: 'send' | 'verify', otherwise: string, doing: () => Promise<void>) => {
    if (busy) return
    setBusy(what)
    setProblem(undefined)
    setNote(undefined)
    try {
      await doing()
    } catch (error) {
      const seconds = error instanceof WireFault ? error.retryAfterSeconds : undefined
      if (seconds !== undefined)
        setWaits((was) => ({ ...was, [what]: { until: Date.now() + seconds * 1000, email: email.trim() } }))
      setProblem({ field: 'form', text: sentence(error, otherwise) })
    } finally {
      setBusy(undefined)
    }
  }
  const goOn = (requestId: string | null) => {
    const next = { email: email.trim(), requestId }
    codeRequest.write(purpose, next)
    setRequested({ ...next, at: Date.now() })
  }
  const isFit = (): boolean => {
    const wrong = emailProblem(email)
    setProblem(wrong === undefined ? undefined : { field: 'email', text: wrong })
    return wrong === undefined
  }

  const send = () => {
    if (!isFit()) return
    void work('send', failures[purpose], async () => {
      const { request_id, message } = await call(calls[purpose], {
        body: { email: email.trim(), ...known() },
      })
      goOn(request_id)
      setNote(message)
    })
  }

  const verify = (code: string) => {
    if (code.trim() === '') return setProblem({ field: 'code', text: 'Verification code is required' })
    void work('verify', 'Invalid verification code', async () => {
      const request = requested?.requestId ? { request_id: requested.requestId } : {}
      const body = { email: email.trim(), code: code.trim(), ...request, ...known() }
      const { token, user, device_token } = await call(verifyCode, { body })
      deviceToken.write(device_token)
      codeRequest.clear(purpose)
      enter(token, user)
    })
  }

  const enter = (token: string, user: User) => {
    const isOther = claimCaches(ownerOf(user))
    client.setQueryData(profileKey, user)
    beginSession(token)
    // Modules' memory of the earlier user goes with the document.
    if (isOther) window.location.replace(paths.dashboard)
  }

  const back = () => {
    codeRequest.clear(purpose)
    setRequested(undefined)
    setProblem(undefined)
    setNote(undefined)
  }
  return {
    step: requested ? ('code' as const) : ('email' as const),
    email,
    typeEmail,
    busy,
    problem,
    note,
    /** Seconds until the server accepts another try. */
    sendIn,
    verifyIn,
    send,
    verify,
    /** Shows the field for a code that was requested elsewhere. */
    haveCode: () => void (isFit() && goOn(null)),
    back,
  }
}
