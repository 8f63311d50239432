import { logout, type User } from '@purser/contract/accounts.ts'
import { createContext, useContext } from 'react'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { clearSession } from '#wire/session.ts'

/** `user` is null while signed in only when the profile could not be loaded. */
export type Auth = { state: 'loading' | 'out'; user: null } | { state: 'in'; user: User | null }

export const AuthContext = createContext<Auth | null>(null)
/** It includes the time: another database may give the same number to another person. */
export const ownerOf = ({ id, created_at }: User) => `${id} ${created_at}`

/** null outside the provider. */
export const useAuth = () => useContext(AuthContext)

/** Ends the session here at once, and on the server if it is reachable. */
export function signOut(): void {
  // The call reads the token before it is cleared.
  const loggedOut = call(logout, { retry: never })
  clearSession()
  loggedOut.catch(() => {
    // The server is unavailable: the session expires by itself.
  })
}
