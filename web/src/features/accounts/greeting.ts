import type { User } from '@purser/contract/accounts.ts'

type Named = Pick<User, 'first_name' | 'last_name' | 'email'>

/** Full name, else first name, else the e-mail before its at-sign, else 'User'. */
export function greetingName(user: Named | null): string {
  const first = user?.first_name.trim() ?? ''
  const last = user?.last_name.trim() ?? ''
  if (first && last) return `${first} ${last}`
  return first || user?.email.split('@')[0]?.trim() || 'User'
}
