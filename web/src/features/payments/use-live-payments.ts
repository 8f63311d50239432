import { PaymentsChangedMessage } from '@purser/contract/live.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribe } from '#wire/live/channel.ts'
import { coalesce } from '#wire/live/coalesce.ts'
import { paymentsKey } from './use-payments.ts'

const COALESCE_MS = 250

function follow(client: QueryClient): () => void {
  const { soon, cancel } = coalesce(
    () => void client.invalidateQueries({ queryKey: paymentsKey }),
    COALESCE_MS,
  )
  const unsubscribe = subscribe({
    kind: 'status',
    schema: PaymentsChangedMessage,
    onMessage: soon,
    // Messages may have been missed while the channel was closed.
    onState: ({ phase }) => phase === 'open' && soon(),
  })
  return () => {
    unsubscribe()
    cancel()
  }
}

/** Refetches payments whenever one changes. */
export function useLivePayments(): void {
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
}
