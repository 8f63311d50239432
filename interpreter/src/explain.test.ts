/** The explanation of a reading: each of its sections, for an instruction, a change of a plan shown and an act of talk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, type Message } from '../explain.ts'

/** The explanation, without the blanks that align its columns. */
const explainText = async (message: Message): Promise<string> =>
  (await explain(message)).map((line) => line.replace(/ +/g, ' ')).join('\n')
const section = (text: string, heading: string): string =>
  text.split('\n\n').find((one) => one.startsWith(heading)) ?? ''

test('an instruction is explained from its words to its outcome', async () => {
  const text = await explainText({ text: 'buyy 0.5 SOL of BONK, ignore the moon' })
  const reading = section(text, 'READING 1')
  assert.match(reading, /Words as mended\n 0:buy 1:0\.5 2:sol .*\n 'buyy' -> 'buy'\n/)
  assert.match(reading, /\n \* 0-1 2 verb 'buyy' \{verb:buy\} <- .*BUY \(clauses\/trade-rules\.ts\)\n/)
  assert.match(reading, /\n \* 1-3 10 amount '0\.5 SOL' \{value:0\.5,unit:SOL,prep:\} <- \$amount/)
  assert.match(reading, /\n 2-3 0 asset 'SOL' /)
  assert.match(
    reading,
    /Cover\n score -100: verb 'buyy' \| .* \| UNKNOWN 'ignore' \| filler 'the' \| UNKNOWN 'moon'\n/,
  )
  assert.match(reading, /Next best\n score -\d+: .* -> .*\n/)
  assert.match(section(text, 'BIDS'), /1: swap 10\n.*\n verb 'buyy' \{verb:buy\} = trade_direction\n/)
  assert.match(section(text, 'LEFT OVER'), /unknown in reading 1: 'ignore'\n unknown in reading 1: 'moon'/)
  assert.match(section(text, 'OUTCOME'), /understood as instruction: refused: .*\n pending: nothing/)
})

test('a change is read with the rules of changes, and its roles stand beside those of the plan shown', async () => {
  const text = await explainText({
    text: 'make it 0.5 sol and sell at a 5% loss',
    after: ['buy SEND with 0.4 sol'],
    tokens: ['SEND'],
  })
  assert.match(text, /^BEFORE: buy SEND with 0\.4 sol -> instruction: plan Buy SEND for 0\.4 SOL, once\./)
  assert.match(section(text, 'READING 2'), /expecting swap, follow_up\n[^]*\n \* 0-2 11 change 'make it' /)
  assert.match(section(text, 'READING 2'), /\n and \d+ listed already\n/)
  assert.match(section(text, 'BIDS'), /asset 'SEND' \{asset:SEND,prep:\} = token_address/)
  assert.match(section(text, 'OUTCOME'), /understood as change: plan .*\n[^]*amount/)
})

test('roles that other words rewrite are shown as they were and as they are', async () => {
  const text = await explainText({ text: 'buy 1 sol of wif at 0.8, sell it at 0.95, stop at 0.75' })
  assert.match(
    section(text, 'READING 1'),
    /Rewrites\n verb 'sell' \{verb:sell\} -> take 'sell it at 0\.95' \{price:0\.95\} \(resold\.ts\)\n/,
  )
})

test('a tie is named, and what is recognised without rules is said to be', async () => {
  const tie = await explainText({ text: 'buy 1 sol of wif' })
  assert.match(tie, /Next best\n score \d+: .* -> .*\(a tie: the earlier role or rule won\)\n/)
  assert.match(await explainText({ text: 'stop' }), /\n\nREADING: none;[^]*understood as cancel/)
})
