/** The audit log: who did what with keys, sessions and guards, when and from where. Rows are only ever added. */
import * as z from 'zod/mini'
import { endpoint, FileAnswer } from './endpoint.ts'
import { AUDIT_PAGE_MAX } from './limits.ts'
import { Id, Time, ROW_ID } from './values.ts'

/** Every kind of row, and its name on screen. */
export const auditTypes = {
  'sign-in': 'Sign-in',
  'sign-out': 'Sign-out',
  'session-ended': 'Session ended',
  'sign-in-failed': 'Wrong sign-in code',
  'login-code': 'Sign-in code issued on the server',
  generate: 'Wallet generated',
  import: 'Wallet imported',
  delete: 'Wallet deleted',
  reveal: 'Key revealed',
  export: 'Keys exported',
  'export-list': 'Wallets exported without keys',
  'chatbot-data': 'Keys shared with the chat',
  guard: 'Safeguard changed',
  'key-code-failed': 'Wrong confirmation code',
  limits: 'Limits changed',
  whitelist: 'Whitelist changed',
  'token-create': 'Token created',
  'token-grant': 'Token access granted',
  'token-revoke': 'Token access revoked',
  send: 'Funds sent to an address',
  'payment-approve': 'Payment approved',
  'payment-accept': 'Payment accepted',
  'payment-refund': 'Payment refunded',
  'payment-assign': 'Transaction assigned to a payment',
  webhook: 'Webhook changed',
  'market-speed': 'Market speed changed',
  'bot-parameters': 'Trading bot configured',
  'bot-start': 'Trading bot started',
  'bot-stop': 'Trading bot stopped',
  resolve: 'Operation ended by owner',
  'any-price': 'Sale at any price confirmed',
  release: 'Wallet released',
  rotation: 'Master key changed',
  'data-key': 'Keys re-encrypted',
} as const
export type AuditType = keyof typeof auditTypes
export const AUDIT_TYPES = Object.keys(auditTypes) as AuditType[]

/** Further details of a row: names, addresses and counts. Never a secret. */
export const AuditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditDetail = z.infer<typeof AuditDetail>

export const AuditRow = z.object({
  id: Id,
  at: Time,
  type: z.enum(AUDIT_TYPES),
  /** The client's address and device; 'server' if the act was done on the server itself. */
  address: z.string(),
  device: z.string(),
  detail: AuditDetail,
})
export type AuditRow = z.infer<typeof AuditRow>

/** The details of a row in words, in the order in which they were written. */
export const auditText = (detail: AuditDetail): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(', ')

const MOMENT = 'must be a day or a time, such as 2026-11-22'
/** A day of UTC, or a time. */
export const Moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/, MOMENT),
  z.refine((text) => !Number.isNaN(Date.parse(text)), MOMENT),
)

const wanted = {
  type: z.optional(z.enum(AUDIT_TYPES)),
  from: z.optional(Moment),
  /** A day includes its end. */
  to: z.optional(Moment),
}

export const AUDIT_CSV = 'text/csv; charset=utf-8'

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'The audit log of the user, newest first; format=csv answers all of it as a file',
  access: 'session',
  query: z.object({
    ...wanted,
    format: z.optional(z.enum(['json', 'csv'])),
    /** The `next` of a page. */
    before: z.optional(z.string().check(z.regex(ROW_ID, 'must be the `next` of a page'))),
    limit: z.optional(
      z.coerce
        .number(`must be 1 to ${AUDIT_PAGE_MAX}`)
        .check(
          z.int(`must be 1 to ${AUDIT_PAGE_MAX}`),
          z.minimum(1, `must be 1 to ${AUDIT_PAGE_MAX}`),
          z.maximum(AUDIT_PAGE_MAX, `must be 1 to ${AUDIT_PAGE_MAX}`),
        ),
    ),
  }),
  answer: z.object({ rows: z.array(AuditRow), next: z.optional(z.string()) }),
  download: AUDIT_CSV,
})

/** The same rows as a file that the console downloads. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'The audit log of the user as a file',
  access: 'session',
  query: z.object({ ...wanted, format: z.literal('csv') }),
  answer: FileAnswer,
  file: AUDIT_CSV,
})
