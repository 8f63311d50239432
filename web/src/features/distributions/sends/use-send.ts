/** One send: its form, its preview, and the operation that it becomes. */
import type { BodyOf } from '@purser/contract/endpoint.ts'
import { send, type SendPreview } from '@purser/contract/transfers/sends.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { isAnswered, sentence } from '#wire/fault.ts'
import { useOnce } from '#wire/use-once.ts'
import { operationsKey } from '../run/run-store.ts'

export type SendRequest = Omit<BodyOf<typeof send>, 'dryRun'>
export type SendStep =
  | { at: 'form' }
  | { at: 'review'; request: SendRequest; preview: SendPreview }
  | { at: 'sent'; operationId: string }

const FAILED = 'Failed to send'
export function useSend(walletId: number) {
  const client = useQueryClient()
  const [step, setStep] = useState<SendStep>({ at: 'form' })
  const [busy, setBusy] = useState<'preview' | 'max' | 'send'>()
  const [error, setError] = useState<{ message: string; fault: unknown; unknown: boolean }>()
  const running = useRef(false)
  const once = useOnce()
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
      // There was no answer, or one that does not say whether it began.
      const unknown = what === 'send' && !isAnswered(cause)
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
    /** The most that can be sent; undefined if that is refused. */
    max: (request: Omit<SendRequest, 'amount'>) =>
      run('max', async () => (await previewOf({ ...request, amount: 'max' })).amount),
    review: (request: SendRequest) =>
      run('preview', async () => setStep({ at: 'review', request, preview: await previewOf(request) })),
    confirm: (request: SendRequest) =>
      run('send', async () => {
        const operationId = await once(request, async (key) => {
          const { operation } = await call(send, { params, body: request, key })
          if (!operation) throw new Error('a send without an operation')
          return operation.id
        })
        setStep({ at: 'sent', operationId })
        void client.invalidateQueries({ queryKey: operationsKey })
      }),
  }
}
export type Send = ReturnType<typeof useSend>
