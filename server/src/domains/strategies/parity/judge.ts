/** Judges what was decided between two answers: the strategy's next decision, live and over the history. */
import type { Order, StrategyState } from '../steps/types.ts'
import { conformity, type Piece } from './conform.ts'
import { clockWords, type Finding, type Findings, secondsWords } from './findings.ts'
import { coarseness, FINE_MS, type Ground, type Holds, type Kept, LOOK_MS } from './ground.ts'
import { isSameAmount, isWithin, orderWords } from './orders.ts'
import { type Decision, decide } from './replay.ts'

/** From `from` on in `state`, without an answer or a wish of the user in between; the steps that were kept meanwhile. */
export type Stretch = { state: StrategyState; from: number; pieces: Piece[]; holds: Holds | null }

/** What stands for longer than this is no touch: the desk itself was slow to look. */
const SLOW_MS = 5_000
/** While nothing was kept yet, a look may be this old. */
export const TAIL_MS = 5_000

export const wordsOf = (ground: Ground, { order, ended, at }: Decision): string =>
  `${order ? orderWords(ground.plan, order) : `the end: ${ended}`} at ${clockWords(at)}`

/** What the wallets held, as far as it was written down: at this time, else as near to it as there is. */
function holdsOf(stretch: Stretch, room: number): (ms: number) => Holds | null {
  const known = stretch.pieces.flatMap(({ kept }) =>
    kept?.event.type === 'tick' && kept.event.holdings
      ? [{ at: kept.event.now, holds: kept.event.holdings }]
      : [],
  )
  return (ms) => known.findLast(({ at }) => at <= ms + room)?.holds ?? known[0]?.holds ?? stretch.holds
}

export function createJudge(ground: Ground, found: Findings) {
  const gapOf = (pieces: Piece[]) => Math.max(LOOK_MS, ...pieces.map(({ gapMs }) => gapMs))
  const roomOf = (pieces: Piece[]) => gapOf(pieces) + LOOK_MS + FINE_MS + coarseness(ground)

  /** Explained where nobody who looks as often as it was looked could have been sure to do otherwise. */
  async function differs(
    about: Pick<Finding, 'kind' | 'live' | 'replay'> & { at: number; order: Order | null },
    pieces: Piece[],
  ): Promise<void> {
    const { longestMs, longestAt, gapMs, late } = await conformity(ground, pieces)
    found.differences.push({
      ...about,
      order: about.order?.seq ?? null,
      cause: late !== null ? 'unexplained' : longestMs > SLOW_MS ? 'slow_desk' : 'between_looks',
      detail:
        late === null
          ? `What the plan waits for stood for at most ${secondsWords(longestMs)} (${clockWords(longestAt)}); up to ${secondsWords(gapMs)} passed between two looks.`
          : `It was due from ${clockWords(late.at)} on, for ${secondsWords(late.ms)}, but at most ${secondsWords(late.gapMs)} passed between two looks.`,
    })
  }

  return {
    /** A decision of the live run, which came with `kept` out of the state `before`. True where the replay has it as well. */
    async decided(stretch: Stretch, live: Decision, kept: Kept, before: StrategyState): Promise<boolean> {
      const { pieces } = stretch
      const room = roomOf(pieces)
      const replay = await decide(
        ground,
        { state: stretch.state, from: stretch.from, to: live.at + room },
        holdsOf(stretch, room),
      )
      if (replay?.order) found.replay++
      const both = { live: wordsOf(ground, live), replay: replay && wordsOf(ground, replay) }
      const about = (kind: Finding['kind']) => ({ ...both, kind, at: live.at, order: live.order })
      if (!replay) await differs(about('only_live'), pieces)
      else if (replay.at < live.at - room) await differs(about('time'), pieces)
      else if (replay.order?.side !== live.order?.side || replay.ended !== live.ended)
        await differs(
          about(live.order && replay.order ? 'side' : live.order ? 'only_live' : 'only_replay'),
          pieces,
        )
      else if (
        live.order &&
        replay.order &&
        !isSameAmount(live.order, replay.order) &&
        !isWithin(ground, before, kept, live.order)
      )
        await differs(about('amount'), pieces)
      else return true
      return false
    },

    /** The live run decided nothing until then. */
    async silent(stretch: Stretch, until: number, last: Piece): Promise<void> {
      const pieces = [...stretch.pieces, last]
      const room = roomOf(pieces)
      const replay = await decide(
        ground,
        { state: stretch.state, from: stretch.from, to: until - room },
        holdsOf(stretch, room),
      )
      if (!replay) return
      if (replay.order) found.replay++
      const about = { kind: 'only_replay' as const, live: null, replay: wordsOf(ground, replay) }
      await differs({ ...about, at: replay.at, order: replay.order }, pieces)
    },

    /** What it would have done while it could not. */
    async kept(
      held: { state: StrategyState; from: number; holds: Holds | null },
      until: number,
      cause: 'paused' | 'stopped' | 'not_running',
    ): Promise<void> {
      const replay = await decide(ground, { ...held, to: until }, () => held.holds)
      if (!replay) return
      if (replay.order) found.replay++
      const was = { paused: 'paused', stopped: 'being stopped', not_running: 'not being run' }[cause]
      found.differences.push({
        at: replay.at,
        order: null,
        kind: 'only_replay',
        live: null,
        replay: wordsOf(ground, replay),
        cause,
        detail: `It was ${was} from ${clockWords(held.from)} to ${clockWords(until)}.`,
      })
    },
  }
}
