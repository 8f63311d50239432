import * as api from '@purser/contract/accounts.ts'
import { changeSpendingLimits, getSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Accounts } from './accounts.service.ts'
import { deviceName } from '../../kernel/http/device-name.ts'

const SENT = 'If this address can be used, we have sent it a code. Check your email.'
const done = { success: true as const }

export function accountRoutes(router: Router, accounts: Accounts): void {
  for (const [endpoint, purpose] of [
    [api.requestLoginCode, 'login'],
    [api.requestRegisterCode, 'register'],
  ] as const)
    router.serve(endpoint, async ({ body: { email, device_token }, client }) => {
      const request_id = await accounts.signIn.requestCode(purpose, email, {
        client,
        deviceToken: device_token,
      })
      return { ...done, message: SENT, request_id }
    })
  router.serve(api.verifyCode, ({ body, client }, request) => {
    const { email, code, request_id: requestId, device_token: deviceToken } = body
    const device = deviceName(request.headers['user-agent'])
    return accounts.signIn.verifyCode({ email, code, requestId, deviceToken, client, device })
  })
  router.serve(api.logout, async ({ caller, client, device }) => {
    await accounts.sessions.logout(caller, { client, device })
    return done
  })
  router.serve(api.listSessions, ({ caller }) => accounts.sessions.list(caller), { afterLookup: true })
  router.serve(api.endSession, async ({ caller, params, client, device }) => {
    await accounts.sessions.end(caller, params.id ?? '', { client, device })
    return done
  })
  router.serve(api.endSessions, async ({ caller, query, client, device }) => {
    await accounts.sessions.endAll(caller, { others: query.others === 'true' }, { client, device })
    return done
  })
  router.serve(api.createTicket, ({ caller }) => accounts.sessions.createTicket(caller))
  router.serve(api.requestKeyCode, async ({ caller, body }) => {
    await accounts.keyCodes.request(caller, body.purpose)
    return { ...done, message: SENT }
  })
  router.serve(api.getProfile, ({ caller }) => accounts.profiles.get(caller.userId))
  router.serve(api.updateProfile, ({ caller, body, client, device }) =>
    accounts.profiles.update(caller, body, { client, device }),
  )
  router.serve(getSpendingLimits, ({ caller }) => accounts.limits.view(caller.userId))
  router.serve(changeSpendingLimits, ({ caller, body, client, device }) =>
    accounts.limits.change(caller, body, { client, device }),
  )
}
