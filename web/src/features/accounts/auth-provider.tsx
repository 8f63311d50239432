import { getProfile } from '@purser/contract/accounts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { call } from '#wire/api.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { lastGreeting } from '#wire/storage/last-greeting.ts'
import { claimCaches, endSession } from '#wire/session.ts'
import { useConnection, useToken } from '#wire/use-connection.ts'
import { AuthContext, type Auth, ownerOf } from './auth.ts'
import { greetingName } from './greeting.ts'

export const profileKey = ['profile']

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const signedIn = useToken() !== null
  const down = useConnection() === 'down'
  const profile = useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => {
      const found = await call(getProfile, { signal })
      claimCaches(ownerOf(found))
      return found
    },
    enabled: signedIn,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refused = profile.isError && !isDown(profile.error)
  const reason = refused ? sentence(profile.error) : undefined
  useEffect(() => {
    // A token that the server refuses is removed; one that could not be checked stays.
    if (signedIn && refused) endSession(undefined, reason)
  }, [signedIn, refused, reason])
  useEffect(() => {
    if (signedIn) return
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
    // They may hold typed text.
    client.getMutationCache().clear()
  }, [signedIn, client])
  const user = profile.data ?? null
  useEffect(() => {
    if (user) lastGreeting.write(greetingName(user))
  }, [user])
  const auth = useMemo<Auth>(() => {
    if (!signedIn || refused) return { state: 'out', user: null }
    // Once the server is known to be down nobody waits for the retries: only the caches are left.
    if (profile.isPending && !down) return { state: 'loading', user: null }
    return { state: 'in', user }
  }, [signedIn, refused, profile.isPending, down, user])
  return <AuthContext value={auth}>{children}</AuthContext>
}
