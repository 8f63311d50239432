/** The server's status: its cluster, and whether it stores mails in the outbox. */
import { storageKeys } from '@purser/contract/storage.ts'
import { getStatus } from '@purser/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { isDown } from './fault.ts'
import { read, write } from './storage/storage.ts'

/** While the server is unavailable it returns the last known status: a page never fails to name its network. */
async function lastStatus(signal: AbortSignal) {
  try {
    const status = await call(getStatus, { signal })
    write(storageKeys.status, status)
    return status
  } catch (error) {
    const known = isDown(error) ? read(storageKeys.status, getStatus.answer) : undefined
    if (!known) throw error
    return known
  }
}

/**
 * The last known status from before the server answers: only for the room that it takes, never to be read by anybody.
 */
export const lastKnownStatus = () => read(storageKeys.status, getStatus.answer)

export function useServerStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => lastStatus(signal),
    staleTime: 60_000,
  })
}
