import * as api from '@purser/contract/wallets/wallet-groups.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { Groups } from './groups.ts'
import { parseId } from '../views.ts'

const done = { success: true as const }
const atomic = { atomic: true }

export function groupRoutes(router: Router, groups: Groups): void {
  const id = (params: Record<string, string>) => parseId(params.id, 'Wallet group')

  router.serve(api.listGroups, ({ caller }) => groups.list(caller.userId))
  router.serve(
    api.createGroup,
    ({ db, caller, body }) =>
      groups.create(db, caller.userId, { ...body, description: body.description ?? '' }),
    atomic,
  )
  router.serve(api.getGroup, ({ caller, params }) => groups.get(caller.userId, id(params)))
  router.serve(
    api.updateGroup,
    ({ db, caller, params, body }) => groups.update(db, caller.userId, id(params), body),
    atomic,
  )
  router.serve(
    api.deleteGroup,
    async ({ db, caller, params }) => {
      await groups.remove(db, caller.userId, id(params))
      return done
    },
    atomic,
  )
  router.serve(
    api.addToGroup,
    async ({ db, caller, params, body }) => ({
      ...done,
      added: await groups.add(db, caller.userId, id(params), body.walletIds),
    }),
    atomic,
  )
  router.serve(
    api.removeFromGroup,
    async ({ db, caller, params, body }) => ({
      ...done,
      removed: await groups.take(db, caller.userId, id(params), body.walletIds),
    }),
    atomic,
  )
}
