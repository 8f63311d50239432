/** Variables of the local network's rules: those that are set apply from this start on, the chain keeps the others. */
import type * as z from 'zod'

export type LocalnetRules = { slotMs?: number; rentPerByte?: bigint; commitment?: 'tower' | 'alpenglow' }

type Variable = <T>(takes: string, parse: (text: string) => T | undefined) => z.ZodType<T, string>

const SLOT_MS = [10, 10_000] as const
const RENT = [1, 1_000_000] as const
const RULES = ['tower', 'alpenglow'] as const

const whole =
  ([least, most]: readonly [number, number]) =>
  (text: string) =>
    /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** `variable`: the function of config.ts that makes the error. */
export const localnetVariables = (variable: Variable) => ({
  LOCALNET_SLOT_MS: variable(
    `whole milliseconds from ${SLOT_MS[0]} to ${SLOT_MS[1]}`,
    whole(SLOT_MS),
  ).optional(),
  LOCALNET_RENT_PER_BYTE: variable(`whole lamports from ${RENT[0]} to ${RENT[1]}`, whole(RENT)).optional(),
  LOCALNET_COMMITMENT: variable(RULES.join(' or '), (text) => RULES.find((rule) => rule === text)).optional(),
})

type Read = z.infer<z.ZodObject<ReturnType<typeof localnetVariables>>>

export function localnetRules(read: Read): LocalnetRules {
  const { LOCALNET_SLOT_MS: slotMs, LOCALNET_RENT_PER_BYTE: rent, LOCALNET_COMMITMENT: commitment } = read
  return {
    ...(slotMs === undefined ? {} : { slotMs }),
    ...(rent === undefined ? {} : { rentPerByte: BigInt(rent) }),
    ...(commitment === undefined ? {} : { commitment }),
  }
}
