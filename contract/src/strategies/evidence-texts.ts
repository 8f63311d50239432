/** The sentences of evidence: what it says, and what it does not. None calls a plan safe. */

/** Shares are from 0 to 1. */
export type Finding =
  | { verdict: 'not_tested' }
  | { verdict: 'too_few'; lacks: 'trades'; trades: number; least: number; days: number }
  | { verdict: 'too_few'; lacks: 'candles'; candles: number; least: number }
  | { verdict: 'too_few'; lacks: 'known'; unknown: number; most: number }
  | { verdict: 'none' | 'weak'; random: number; tries: number }
  | { verdict: 'some' | 'strong'; dsr: number; tries: number }

const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
/** An estimated share is never all of them. */
const percent = (share: number): string => `${Math.min(99, Math.round(share * 100))}%`
const casesText = (share: number): string =>
  share < 0.005 ? 'in fewer than 1 of 100 cases' : `in ${Math.min(99, Math.round(share * 100))} of 100 cases`

function lackText(finding: Extract<Finding, { verdict: 'too_few' }>): string {
  switch (finding.lacks) {
    case 'trades':
      return `The plan made ${count(finding.trades, 'round trip')} in ${count(finding.days, 'day')}; it takes at least ${finding.least} to tell skill from luck.`
    case 'candles':
      return `There are ${count(finding.candles, 'candle')} of history; it takes at least ${finding.least}.`
    case 'known':
      return `${Math.round(finding.unknown * 100)}% of the prices in this time are unknown; at most ${Math.round(finding.most * 100)}% may be.`
  }
}

/** What the figures prove, in one sentence. */
export function saysText(finding: Finding): string {
  switch (finding.verdict) {
    case 'not_tested':
      return 'This plan has no rule on price, so there is nothing to test: it gains and loses what the token does.'
    case 'too_few':
      return lackText(finding)
    case 'none':
      return `The same trades at random times did as well ${casesText(finding.random)}.`
    case 'weak':
      return finding.tries === 1
        ? `The same trades at random times did as well ${casesText(finding.random)}: that may still be luck.`
        : `The same trades at random times did as well ${casesText(finding.random)}, and the best of ${finding.tries} tries often looks like this by luck alone.`
    case 'some':
    case 'strong':
      return finding.tries === 1
        ? `The result is better than luck explains, with ${percent(finding.dsr)} confidence, and remains a gain at twice the costs.`
        : `The result is better than the best of ${finding.tries} tries by luck, with ${percent(finding.dsr)} confidence, and remains a gain at twice the costs.`
  }
}

/** What nobody should read into them, in one sentence. */
export function doesNotSayText({ verdict }: Pick<Finding, 'verdict'>): string {
  switch (verdict) {
    case 'not_tested':
      return 'It does not say whether the price will rise or fall.'
    case 'too_few':
      return 'It does not say that the plan is bad, only that the past cannot judge it.'
    case 'none':
      return 'It does not say that the plan will lose, only that its past result takes no skill.'
    case 'weak':
      return 'It does not say that the result will be repeated.'
    case 'some':
    case 'strong':
      return 'It does not say that the market will stay as it was, or how large a loss can be in one that has not been seen yet.'
  }
}
