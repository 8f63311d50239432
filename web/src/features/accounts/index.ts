/** The session, the forms to sign in, and the outbox. */
export { AuthProvider } from './auth-provider.tsx'
export { signOut, useAuth } from './auth.ts'
export { greetingName } from './greeting.ts'
export { Guard, GuestOnly } from './guard.tsx'
export { KeyCodeField, useKeyCode } from './key-code.tsx'
export { useSpendingLimits } from './use-spending-limits.ts'
