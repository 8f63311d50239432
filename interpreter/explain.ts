/**
 * Shows how a message comes to its meaning: each text that was read for it, with the candidate roles, the cover that won
 * and the next best, and the roles that were rewritten; the bids of the intents; what was left over; the outcome. Run:
 * node interpreter/explain.ts "text" [--after "text before"]… [--tokens SEND,W] [--token BONK]
 */
import { parseArgs } from 'node:util'
import { shortly, type Spoken, startConversation } from './corpus/dialogues.ts'
import { changeLines, cut, quote, rewriteLines, roleText, valueText } from './corpus/role-lines.ts'
import { findRuleFiles } from './corpus/rule-files.ts'
import { type Bids, createWatch } from './corpus/watch.ts'
import { findCover, createScale, runnersUp, type Scored } from './src/clauses/cover.ts'
import type { Lattice } from './src/clauses/grammar.ts'
import type { Rule } from './src/clauses/roles.ts'
import type { Text } from './src/clauses/text.ts'
import { converse } from './src/conversation/converse.ts'
import { language } from './src/desk-language.ts'
import { isAsked } from './src/intents/outcome.ts'

/** `after`: the messages before it. `tokens`: further symbols that the market knows. `token`: that of the settings. */
export type Message = { text: string; after?: string[]; tokens?: string[]; token?: string | undefined }
type Section = { title: string; lines: string[]; unknown: string[] }

/** Returns the lines of the explanation. */
export async function explain({ text, after = [], tokens = [], token }: Message): Promise<string[]> {
  const watch = createWatch(language)
  const setting = token === undefined ? {} : { setting: token }
  const scene = { ...setting, tokens: [...tokens, ...Object.values(setting)] }
  const say = startConversation(scene, (request) => converse(watch.language, request))
  const before = after.map(say)
  watch.clear()
  const last = say(text)
  const readings = explainReads(watch, last, await findRuleFiles())
  const bids = watch.bids()
  return [
    ...before.map(({ request, got }) => `BEFORE: ${request.instruction} -> ${got.as}: ${shortly(got)}`),
    `MESSAGE: ${text}`,
    ...(readings.length > 0 ? [] : ['', 'READING: none; it is recognised before any rule is tried']),
    ...readings.flatMap(({ title, lines }, i) => ['', `READING ${i + 1}: ${title}`, ...lines]),
    '',
    'BIDS',
    ...orNone(bids.flatMap(bidLines)),
    '',
    'LEFT OVER',
    ...orNone([...readings.flatMap(({ unknown }) => unknown), ...bids.flatMap(leftLines)]),
    '',
    'OUTCOME',
    ...outcomeLines(last),
  ]
}

/** An earlier message, and the sentence of the plan shown, have their covers alone. */
function explainReads(
  watch: ReturnType<typeof createWatch>,
  { request: { tokens, previousPlan, pending } }: Spoken,
  files: Map<Rule, string>,
): Section[] {
  const earlier = new Set([previousPlan?.goal, ...(pending?.instruction.split('\n') ?? [])])
  const listed = new Set<string>()
  return watch.reads().map(({ instruction, expected, isTooLong }, i) => {
    const lattice = language.grammar.trace(instruction, tokens, expected)
    const { text, candidates, fillers } = lattice
    const cover = findCover(text, candidates, fillers)
    const as = expected ? `, expecting ${[...expected].join(', ')}` : ''
    const title = `${quote(instruction)}${as}${isTooLong ? ' (too long: nothing of it counts)' : ''}`
    if (earlier.has(instruction)) return { title, lines: [coverLine(text, cover)], unknown: [] }
    const unknown = cover.unknown.map((one) => quote(text.written(one.from, one.to)))
    return {
      title,
      lines: [
        ...wordLines(text),
        ...candidateLines(lattice, cover, { files, listed }),
        'Cover',
        coverLine(text, cover),
        'Next best',
        ...orNone(nextLines(lattice, cover)),
        'Rewrites',
        ...orNone(rewriteLines(text, cover.roles)),
      ],
      unknown: unknown.map((said) => `  unknown in reading ${i + 1}: ${said}`),
    }
  })
}

function wordLines(text: Text): string[] {
  const changed = text.words.flatMap(({ text: word, from, to }) => {
    const written = text.source.slice(from, to)
    return word === written.toLowerCase() ? [] : [`  ${quote(written)} -> ${quote(word)}`]
  })
  return ['Words as mended', `  ${text.words.map((word, i) => `${i}:${word.text}`).join(' ')}`, ...changed]
}

/** The same text may be read with more rules: then only the candidates that these add are listed, and those chosen. */
function candidateLines(
  { text, candidates }: Lattice,
  cover: Scored,
  { files, listed }: { files: Map<Rule, string>; listed: Set<string> },
): string[] {
  const weigh = createScale(text)
  const rows = candidates.flatMap((one) => {
    const { role, rule, type = 'clauses' } = one
    const isChosen = cover.roles.includes(role)
    const key = JSON.stringify([role.said, role.kind, role.value, rule.pattern])
    if (listed.has(key) && !isChosen) return []
    listed.add(key)
    return [
      [
        isChosen ? ' *' : '  ',
        `${role.from}-${role.to}`.padEnd(5),
        String(weigh(one)).padStart(4),
        cut(`${role.kind} ${quote(role.said)}`, 34).padEnd(34),
        cut(valueText(role.value), 40).padEnd(40),
        `<- ${cut(rule.pattern, 40)} (${files.get(rule) ?? type})`,
      ].join(' '),
    ]
  })
  const more = candidates.length - rows.length
  return [
    'Candidates: place, score, role, value <- pattern (* in the cover)',
    ...rows,
    ...(more > 0 ? [`  and ${more} listed already`] : []),
  ]
}

/** Three of the covers that lost, without repetitions. */
function nextLines(lattice: Lattice, cover: Scored): string[] {
  const others = new Map(
    runnersUp(cover, lattice).map(({ roles, score }) => [changeLines(cover.roles, roles).join(';'), score]),
  )
  return [...others]
    .slice(0, 3)
    .map(([changes, score]) => `  score ${score}:${changes}${score === cover.score ? TIE : ''}`)
}
const TIE = ' (a tie: the earlier role or rule won)'

function coverLine(text: Text, { score, roles, filler, unknown }: Scored): string {
  const named = (kind: string) => (one: { from: number; to: number }) => ({ ...one, kind })
  const parts = [...roles, ...filler.map(named('filler')), ...unknown.map(named('UNKNOWN'))]
  const said = parts
    .sort((a, b) => a.from - b.from)
    .map(({ kind, from, to }) => `${kind} ${quote(text.written(from, to))}`)
  return `  score ${score}: ${said.join(' | ')}`
}

function bidLines({ bag, claims, made }: Bids, i: number): string[] {
  const bids = [...claims].filter(([, sure]) => sure > 0).sort((a, b) => b[1] - a[1])
  const result = made && (isAsked(made.outcome) ? shortly(made.outcome.asked) : 'makes a plan')
  return [
    `  ${i + 1}: ${bids.map(([type, sure]) => `${type} ${sure}`).join(', ') || 'none'}`,
    ...(made ? [`     ${made.type} ${result}`] : []),
    ...bag.roles.map((role) => `     ${roleText(role)} = ${bag.fieldOf(role) ?? '-'}`),
  ]
}
/** An intent that asks has not looked at all roles. */
const leftLines = ({ bag, made }: Bids, i: number): string[] =>
  made && !isAsked(made.outcome)
    ? bag.left().map((role) => `  no field in bid ${i + 1}: ${roleText(role)}`)
    : []

function outcomeLines({ got, state: { pending } }: Spoken): string[] {
  const changes = got.kind === 'plan' ? (got.changes ?? []) : []
  return [
    `  understood as ${got.as}: ${shortly(got)}`,
    ...changes.map(({ field, from, to }) => `  ${field}: ${valueText(from)} -> ${valueText(to)}`),
    `  pending: ${pending ? `${pending.code} about ${quote(pending.instruction)}` : 'nothing'}`,
  ]
}

const orNone = (lines: string[]): string[] => (lines.length > 0 ? lines : ['  none'])
if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      after: { type: 'string', multiple: true, default: [] },
      tokens: { type: 'string', default: '' },
      token: { type: 'string' },
    },
  })
  const tokens = values.tokens.split(',').filter((one) => one !== '')
  const lines = await explain({ ...values, tokens, text: positionals.join(' ') })
  console.log(lines.join('\n'))
}
