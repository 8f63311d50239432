/** The desk's reading of an instruction, part by part, and the question that it asks back. */
import * as z from 'zod/mini'
import { PlanAmount } from '../strategies/plan.ts'

/**
 * A part of the instruction as it was sent, by offsets of its characters. All parts together cover every word and figure:
 * `field`: it became this field of the plan (by its path, 'risk.stop_loss_percent'); `filler`: it says nothing;
 * `unknown`: it was not understood.
 */
export const ReadingPart = z.object({
  from: z.int(),
  to: z.int(),
  kind: z.enum(['field', 'filler', 'unknown']),
  field: z.optional(z.string()),
})
export type ReadingPart = z.infer<typeof ReadingPart>

export const QuestionCode = z.enum([
  'amount',
  'token',
  'range',
  'levels',
  'interval',
  'duration',
  'price',
  'lengths',
  'percent',
  'direction',
  'which_first',
  'total_or_each',
  'other',
])
export type QuestionCode = z.infer<typeof QuestionCode>

/** `reply` is sent as the next instruction when it is chosen. */
export const Choice = z.object({ label: z.string(), reply: z.string() })
export type Choice = z.infer<typeof Choice>

/** A question to the user, whose sentence is the explanation. Any words answer it; the choices are the likely ones. */
export const AskedBack = z.object({
  code: QuestionCode,
  choices: z.array(Choice),
  /** The id of the message that asks it; its chat shows the choices as long as they answer something. */
  id: z.optional(z.int()),
})
export type AskedBack = z.infer<typeof AskedBack>

/** One field of the plan shown last, by its path ('amount.value', 'risk.stop_loss_percent'); null removes it. */
export const PlanEdit = z.strictObject({
  path: z.string().check(z.regex(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/, 'must name a field of the plan')),
  value: z.nullable(z.union([z.number(), z.string().check(z.maxLength(100)), PlanAmount])),
})
export type PlanEdit = z.infer<typeof PlanEdit>

type InterpretBody = { instruction?: unknown; changes?: unknown; plan_hash?: unknown }
/** A body has either an instruction or changes in its place; only changes name a plan. */
export const refineInstruction = z.refine<InterpretBody>(
  ({ instruction, changes }) => (instruction === undefined) !== (changes === undefined),
  { message: 'or changes must be given, and not both', path: ['instruction'] },
)
export const refineChanges = z.refine<InterpretBody>(
  ({ changes, plan_hash: hash }) => hash === undefined || changes !== undefined,
  { message: 'only goes with changes', path: ['plan_hash'] },
)

/** An empty list of changes needs the hash of a plan, which is checked again. */
export const requireChanges = z.refine<InterpretBody>(
  ({ changes, plan_hash: hash }) => !Array.isArray(changes) || changes.length > 0 || hash !== undefined,
  { message: 'must not be empty', path: ['changes'] },
)

/** A field that a follow-up ('make it every two hours') changed in the plan shown before; null: it was or is not there. */
export const PlanChange = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  text: z.string(),
})
export type PlanChange = z.infer<typeof PlanChange>
