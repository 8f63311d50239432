import * as api from '@purser/contract/balances.ts'
import type { Router } from '../../kernel/route.ts'
import type { Balances } from './balances.service.ts'

export function balanceRoutes(router: Router, balances: Balances): void {
  router.serve(api.getBalance, ({ caller, params }) => balances.of(caller.userId, params.address ?? ''))
}
