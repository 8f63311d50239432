import * as api from '@purser/contract/tokens/token-authorization.ts'
import { createToken, listNamedTokens } from '@purser/contract/tokens/created-tokens.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { TokenCenter } from '../center.ts'

const done = { success: true as const }
/** The same answer for an address with an account and for one without. */
const GRANTED = 'Access granted. New users get access when they sign up.'

export function authorizationRoutes(router: Router, { creation, names, authorization }: TokenCenter): void {
  router.serve(
    createToken,
    ({ caller, originKey, body, client, device }) =>
      body.dryRun === true
        ? creation.preview(caller.userId, body)
        : creation.create({ userId: caller.userId, originKey, client, device }, body),
    { isPreview: (answer) => 'dryRun' in answer },
  )
  router.serve(listNamedTokens, async ({ caller }) => ({ tokens: await names.known(caller.userId) }))
  router.serve(api.listAuthorizableTokens, ({ caller, query }) => authorization.tokens(caller.userId, query))
  router.serve(api.authorizeToken, async ({ caller, body, client, device }) => ({
    ...done,
    message: GRANTED,
    grant_id: await authorization.grant(caller.userId, body, { client, device }),
  }))
  router.serve(api.listGrants, async ({ caller }) => ({
    grants: await authorization.grants(caller.userId),
  }))
  router.serve(api.revokeGrant, async ({ caller, params, client, device }) => {
    await authorization.revoke(caller.userId, params.id ?? '', { client, device })
    return done
  })
}
