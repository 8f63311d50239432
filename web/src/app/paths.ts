/** Every address of the console, known here only. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  dashboard: '/dashboard',
  wallets: '/wallets',
  profile: '/profile',
  outbox: '/dev/outbox',
} as const
