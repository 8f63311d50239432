/** One send: its form, its preview, and the operation that it becomes. */
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { send, type SendPreview } from '@purser/contract/sends.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { isDown, sentence, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { operationsKey } from '../run-store.ts'

export type SendRequest = Omit<BodyOf<typeof send>, 'dryRun'>
export type SendStep =
  | { at: 'form' }
  | { at: 'review'; request: SendRequest; preview: SendPreview }
  | { at: 'sent'; operationId: string }

const FAILED = 'Failed to send'
/** No answer, or one that does not say whether it began. */
const isUnknown = (error: unknown) =>
  !(error instanceof WireFault) || error.status === 0 || error.status >= 500 || isDown(error)

export function useSend(walletId: number) {
  const client = useQueryClient()
  const [step, setStep] = useState<SendStep>({ at: 'form' })
  const [busy, setBusy] = useState<'preview' | 'max' | 'send'>()
  const [error, setError] = useState<{ message: string; fault: unknown; unknown: boolean }>()
  const running = useRef(false)
  /** One key per confirmation: what may have begun is asked for again under the same, and what is changed is another. */
  const open = useRef<{ body: string; key: string }>(undefined)
  const params = { id: walletId }

  async function run<T>(what: NonNullable<typeof busy>, work: () => Promise<T>): Promise<T | undefined> {
    // A second click before the first is on screen.
    if (running.current) return undefined
    running.current = true
    setBusy(what)
    setError(undefined)
    try {
      return await work()
    } catch (cause) {
      const unknown = what === 'send' && isUnknown(cause)
      if (what === 'send' && !unknown) open.current = undefined
      setError({ message: sentence(cause, FAILED), fault: cause, unknown })
      return undefined
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  const previewOf = async (request: SendRequest): Promise<SendPreview> => {
    const { preview } = await call(send, { params, body: { ...request, dryRun: true } })
    if (!preview) throw new Error('a dry run without a preview')
    return preview
  }
  return {
    step,
    busy,
    error,
    clear: () => setError(undefined),
    back: () => {
      setError(undefined)
      setStep({ at: 'form' })
    },
    /** The most that can be sent; undefined where that is refused. */
    max: (request: Omit<SendRequest, 'amount'>) =>
      run('max', async () => (await previewOf({ ...request, amount: 'max' })).amount),
    review: (request: SendRequest) =>
      run('preview', async () => setStep({ at: 'review', request, preview: await previewOf(request) })),
    confirm: (request: SendRequest) =>
      run('send', async () => {
        const body = JSON.stringify(request)
        if (open.current?.body !== body) open.current = { body, key: newKey() }
        const { operation } = await call(send, { params, body: request, key: open.current.key })
        if (!operation) throw new Error('a send without an operation')
        open.current = undefined
        setStep({ at: 'sent', operationId: operation.id })
        void client.invalidateQueries({ queryKey: operationsKey })
      }),
  }
}
export type Send = ReturnType<typeof useSend>
