import { logout, type User } from '@purser/contract/accounts.ts'
import { createContext, useContext } from 'react'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { clearSession } from '#wire/session.ts'

/** `user` is null while signed in only when the server could not be asked who it is. */
export type Auth = { state: 'loading' | 'out'; user: null } | { state: 'in'; user: User | null }

export const AuthContext = createContext<Auth | null>(null)
/** null outside the provider. */
export const useAuth = () => useContext(AuthContext)

/** Ends the session here at once, and at the server if it can be reached. */
export function signOut(): void {
  // The call takes the token before it is forgotten.
  const told = call(logout, { retry: never })
  clearSession()
  told.catch(() => {
    // The server is away: its session runs out by itself.
  })
}
