/** Saved forms of the distribution pages: wallets, mode and amounts under a name. A template moves nothing by itself. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { TRANSFERS_PER_OPERATION, VARIANCE_MAX, WALLETS_BODY_LIMIT_BYTES } from '../limits.ts'
import { Address, Amount, Decimal, Done, Id, Name, Nothing, Time } from '../values.ts'

export const TEMPLATE_KINDS = ['distribute', 'gather', 'token-distribute', 'token-gather'] as const
export const TemplateKind = z.enum(TEMPLATE_KINDS)
export type TemplateKind = z.infer<typeof TemplateKind>
/** 'all': a gather of all that is available. */
export const TemplateMode = z.enum(['equal', 'custom', 'random', 'all'])
export type TemplateMode = z.infer<typeof TemplateMode>

/** The amounts of a form, as they were typed. */
const Form = {
  kind: TemplateKind,
  /** The token that was chosen in the token centre. */
  mint: z.nullable(Address),
  mode: TemplateMode,
  /** The total of an equal or a random distribution. */
  total: z.nullable(Decimal),
  variance: z.nullable(z.int().check(z.minimum(0), z.maximum(VARIANCE_MAX))),
}
const Line = z.strictObject({ walletId: Id, amount: z.nullable(Decimal) })

export const SaveTemplateBody = z.strictObject({
  name: Name,
  ...Form,
  /** The source of a distribution, the destination of a gather. */
  chosen: z.nullable(Id),
  lines: z.array(Line).check(
    z.minLength(1, 'must hold at least one wallet'),
    z.maxLength(TRANSFERS_PER_OPERATION, `must hold at most ${TRANSFERS_PER_OPERATION} wallets`),
    z.refine(
      (lines) => new Set(lines.map(({ walletId }) => walletId)).size === lines.length,
      'must not contain the same wallet twice',
    ),
  ),
})
export type SaveTemplateBody = z.infer<typeof SaveTemplateBody>

const head = {
  id: Id,
  name: z.string(),
  kind: TemplateKind,
  mint: z.nullable(z.string()),
  mode: TemplateMode,
  /** The number of wallets besides the chosen one. */
  wallets: z.int(),
  /** How many of all its wallets the user no longer has. */
  gone: z.int(),
  created_at: Time,
  updated_at: Time,
}
export const TemplateSummary = z.object(head)
export type TemplateSummary = z.infer<typeof TemplateSummary>

/** `walletId` null: the wallet is gone; its name and address are as they were. */
const TemplateWallet = { walletId: z.nullable(Id), name: z.string(), address: z.string() }
export const Template = z.object({
  ...head,
  total: z.nullable(Amount),
  variance: z.nullable(z.int()),
  chosen: z.nullable(z.object(TemplateWallet)),
  lines: z.array(z.object({ ...TemplateWallet, amount: z.nullable(Amount) })),
})
export type Template = z.infer<typeof Template>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/distribution-templates',
  summary: 'Saved templates of distributions and gathers by name',
  access: 'session',
  query: z.object({ kind: z.optional(TemplateKind) }),
  answer: z.object({ templates: z.array(TemplateSummary) }),
})
export const getTemplate = endpoint({
  method: 'GET',
  path: '/distribution-templates/:id',
  summary: 'One template with its wallets and amounts',
  access: 'session',
  answer: Template,
})
export const saveTemplate = endpoint({
  method: 'POST',
  path: '/distribution-templates',
  summary: 'Save wallets, mode and amounts under a name',
  access: 'session',
  failure: 'Failed to save the template',
  status: 201,
  body: SaveTemplateBody,
  bodyBytes: WALLETS_BODY_LIMIT_BYTES,
  answer: Template,
})
export const renameTemplate = endpoint({
  method: 'PUT',
  path: '/distribution-templates/:id',
  summary: 'Rename a template',
  access: 'session',
  failure: 'Failed to rename the template',
  body: z.strictObject({ name: Name }),
  answer: TemplateSummary,
})
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/distribution-templates/:id',
  summary: 'Delete a template; no wallet and no funds are touched',
  access: 'session',
  failure: 'Failed to delete the template',
  body: z.optional(Nothing),
  answer: Done,
})
