import * as api from '@purser/contract/accounts.ts'
import type { Router } from '../../kernel/route.ts'
import type { Accounts } from './accounts.service.ts'

const SENT = 'If the address can be used, a code is on its way. Please check your e-mail.'

export function accountRoutes(router: Router, accounts: Accounts): void {
  router.serve(api.requestLoginCode, async ({ body, client }) => {
    await accounts.requestCode('login', body.email, client)
    return { success: true as const, message: SENT }
  })
  router.serve(api.requestRegisterCode, async ({ body, client }) => {
    await accounts.requestCode('register', body.email, client)
    return { success: true as const, message: SENT }
  })
  router.serve(api.verifyCode, ({ body }) => accounts.verifyCode(body.email, body.code))
  router.serve(api.logout, async ({ caller }) => {
    await accounts.logout(caller)
    return { success: true as const }
  })
  router.serve(api.createTicket, ({ caller }) => accounts.createTicket(caller))
  router.serve(api.requestKeyCode, async ({ caller, client }) => {
    await accounts.requestKeyCode(caller.userId, client)
    return { success: true as const, message: SENT }
  })
  router.serve(api.getProfile, ({ caller }) => accounts.profile(caller.userId))
  router.serve(api.updateProfile, ({ caller, body }) => accounts.updateProfile(caller.userId, body))
}
