import { LogMessage } from '@purser/contract/live.ts'
import { useCallback, useEffect, useState } from 'react'
import { useRefreshBalances } from '#features/balances/index.ts'
import { changesRecord } from '#features/strategies/index.ts'
import { subscribe, type ChannelState } from '#wire/live/channel.ts'
import { createLogBuffer } from './log-buffer.ts'
import type { LineStore } from './line-store.ts'

const CLOSED: ChannelState = { phase: 'ended', attempts: 0 }

/** Adds the lines of the log channel to the store while `active`, one rendering per frame. */
export function useLiveLines(externalId: string, store: LineStore, active: boolean) {
  const [buffer] = useState(createLogBuffer)
  const [channel, setChannel] = useState<ChannelState>({ phase: 'connecting', attempts: 0 })
  const refreshBalances = useRefreshBalances()
  const flush = useCallback(() => {
    const batch = buffer.take()
    store.add(batch)
    if (batch.some(changesRecord)) refreshBalances()
  }, [buffer, store, refreshBalances])
  useEffect(() => {
    if (!active) return
    let frame: number | undefined
    const unsubscribe = subscribe({
      kind: 'logs',
      externalId,
      schema: LogMessage,
      onMessage: ({ log }) => {
        buffer.add(log)
        if (frame !== undefined) return
        frame = requestAnimationFrame(() => {
          frame = undefined
          flush()
        })
      },
      onState: setChannel,
    })
    return () => {
      unsubscribe()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [externalId, active, buffer, flush])
  return { channel: active ? channel : CLOSED, drop: () => void buffer.take() }
}
