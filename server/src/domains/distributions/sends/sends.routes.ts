import { send } from '@purser/contract/transfers/sends.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { Sends } from './sends.service.ts'

export function sendRoutes(router: Router, sends: Sends): void {
  router.serve(send, ({ caller: { userId }, params: { id = '' }, originKey, body, client, device }) => {
    if (!ROW_ID.test(id)) throw new Fault('not_found', { what: 'Wallet' })
    return sends.send({ userId, client, device }, originKey, Number(id), body)
  })
}
