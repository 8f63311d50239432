/**
 * How much of a set of sentences is read right: in all and by type, and which are not. `apart.jsonl` was written in four
 * parts by people who did not know the interpreter, each measured once before anything was built from it. To measure
 * anew write another set, and use --quiet: once its misses have been read it says little of sentences to come.
 * In `apart-fresh.jsonl` 544 lines, from the 147th on, are two sets in the shares in which people write (55 % plain, 15
 * % terse, 15 % polite), measured before anything was built from them by the one who wrote them: an easier judge than a
 * stranger. Its next 800 lines are four more by a stranger, each measured before it was read and after the one before
 * was built from: 95.0, 86.5, 89.5 and 85.5 % right at first sight, with 0, 2, 0 and 1 dangerous. Its next 500 are two
 * by another, plain and in many persons' voices, measured together before either was built from: 96.4 and 89.6 %, with
 * 0 and 2 dangerous. Its next 500 are two more by a stranger, measured once the interpreter had learnt from the two
 * before them: 94.8 and 92.4 % right at first sight, with 2 and 0 dangerous. Its next 500 are two by a third, measured
 * once it had learnt from all of those: 96.8 and 93.2 %, with 1 and 1 dangerous ('trade 300 JUP', 'a market order for
 * 300 WIF': which way?). Then come seven pairs of 250 by twelve further strangers, each pair measured before it was
 * read, the interpreter having learnt from those before it; with gaps in the wants filled: 98.4 and 95.6 %, with 0 and
 * 3 dangerous ('buy 500 jup every hour', then '700'); 91.2 and 96.4 %, with 2 and 0 ('lmt 300 jup $0.9': price and
 * amount the wrong way round); 96.4 and 95.6 %, with 1 and 2 ('buy 10 SOL of BONK, 5 orders, every hour': in all, or
 * each?); 98.4 and 98.0 %, with 3 and 1 (three of the same kind, and 'keep buying 10 dollars of jup', once); 98.4 and
 * 99.2 %, with 0 and 1 ('invest 70 dollars in jup for a week, daily'); 99.2 and 97.6 %, with 1 and 1 ('buy bonk every
 * hour for a day, 2 SOL'); 97.6 and 97.2 %, with 2 and 1 by their writers' wants. Those three were changed once they
 * had been seen: '1.5 sol -> usdc' is the same trade either way; '2 sol of jup please' is a purchase in ten lines of
 * others, and was to be asked here. Its next 500 are a pair by two more, gone through by a second reader who had not
 * seen the interpreter either: 95.6 and 94.8 % with what the judge did not know then (a guard's amount, an entry beside
 * its exits, the code 'lengths'), with 1 and 3 dangerous ('300 USDC with daily buys for a month', 'JUP daily 10 days
 * for 200 dollars', 'buy 200 of bonk', 'a limit order for 40 dollars of BONK'). Then 500 by two more, read twice too,
 * once that had been learnt: 97.2 and 98.4 %, with 1 and 1 ('limit order for 0.5 SOL', 'buy 100 of jup'), and 500 by
 * two more: 96.0 and 96.4 %, with 1 and 1 ('buy 0,5 SOL from WIF', which its writer took for a purchase; '20 orders of
 * jup every hour, use 2 sol'). Its next 1,000 are two pairs by four more strangers, read twice, measured together and
 * before they were read: 94.4 and 100 %, 95.2 and 98.4 %, none dangerous. Then 500 by two more, once that had been
 * learnt: 94.0 and 98.8 %, with 1 and 1 dangerous ('2 sol bonk', 'jup 200 bucks': which way?), and 500 by two more:
 * 97.2 and 96.8 %, with 1 and 1 ('buy bonk 10 times, 2 sol, every hour', 'buy the dip on bonk'). Its next 1,000 are two
 * pairs by four more, read twice, the second pair measured before anything was built from the first: 93.6 and 99.6 %,
 * none dangerous; 94.8 and 98.4 %, with 0 and 1 ('30 dollars of jup please': which way?). Seven lines of others that
 * took such a sum for a purchase, and five that took 'SOL from WIF' for one, have `"also": ["direction"]` since: to ask
 * is right there, too. Of a plan no other code counts, though second readers of these last sets named some. Its next
 * 500 are by two more, once those had been learnt: 98.0 and 94.8 %, with 0 and 1 ('trade half a sol of this coin
 * please': which way?). Its next 500 are by two more, measured once that had been learnt: 96.8 and 97.2 %, with 1 and 1
 * ('buy each day 0.1 sol from bonk', a purchase to its writer and open to its reader; '10 SOL of WIF, buy every 5
 * minutes, 4 hours': in all, or each?). Its next 1,000 are two pairs by four more, read twice, measured before anything
 * was built from either: 98.4 and 98.0 %, 96.4 and 98.0 %, with 0, 1, 1 and 0 ('until everything is gone', taken for
 * all that may be spent; the other was only a rounded duration in the want, which the judge knows since). One that took
 * 'twap 2 sol of bonk' for a purchase has the direction besides, as others of its kind ask it. The 500 after those are
 * by two more, measured once that had been learnt: 97.2 and 99.2 %, with 0 and 1 ('JUP for 1.000 USDC': one, or a
 * thousand?). The next 400 are by two more, measured once that asked: 97.0 and 97.0 %, none dangerous (96.5 % and one
 * before the judge knew that 33.3333 % is a third). Its next 500 are by two more: 93.6 and 98.8 %, none really
 * dangerous (a limit against the market's price keeps its price when only its amount is changed, which the judge knows
 * since). Nine of the first with a reason in front in words of a life ('my shop needs a new fridge') have `"also":
 * ["other"]`: to ask of it is specified. Its last 400 are by two more, read twice too, measured once that had been
 * learnt: 96.5 and 96.0 %, none dangerous. `voices.jsonl` holds four sets of 145, 143, 124 and 92 lines by the one who
 * builds, in many persons' voices, each measured before anything was built from it. The first three are of idioms,
 * dialects and odd orders alone: 66.9, 69.2 and 66.9 % right at first sight, with 2, 2 and 2 dangerous. The fourth is
 * in the shares in which people write: 93.5 %, none dangerous.
 *
 * Run: node interpreter/corpus/measure.ts FILE [FILE ...] [--quiet]
 */
import { readFileSync } from 'node:fs'
import { interpretText } from '../src/index.ts'
import { converse, judge, type Line, type Verdict } from './judge.ts'

const files = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const quiet = process.argv.includes('--quiet')
const counts = new Map<string, Record<Verdict, number>>()
const count = (type: string, verdict: Verdict) => {
  const row = counts.get(type) ?? { right: 0, missed: 0, dangerous: 0 }
  row[verdict]++
  counts.set(type, row)
}
const typeOf = ({ want }: Line): string =>
  String(want.strategy_type ?? (want.asks ? 'asks' : want.question ? 'question' : 'refuses'))

for (const file of files)
  for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
    const line = JSON.parse(text) as Line
    const got = await converse(interpretText, line)
    const verdict = judge(got, line)
    count('all', verdict)
    count(typeOf(line), verdict)
    if (verdict === 'right' || quiet) continue
    const said = [...(line.after ?? []), line.say].join(' // ')
    const made =
      got.kind === 'plan'
        ? { ...got.plan, goal: undefined, version: undefined, relative: got.relative, exits: got.exits }
        : got.kind === 'ask'
          ? { asks: got.code, question: got.question }
          : got
    console.log(`${verdict === 'dangerous' ? 'DANGEROUS' : 'missed'}: ${said}`)
    console.log(`  want ${JSON.stringify(line.want)}\n  got  ${JSON.stringify(made)}`)
  }
for (const [type, { right, missed, dangerous }] of counts) {
  const all = right + missed + dangerous
  const share = ((100 * right) / all).toFixed(1)
  console.log(
    `${type.padEnd(10)} ${right} of ${all} right (${share} %), ${missed} safely missed, ${dangerous} DANGEROUS`,
  )
}
