/**
 * Facts about a live mint in plain sentences: the powers that others have over its holders, and what else is known of
 * it.
 */

/** Powers of its issuer over its holders, which the user must confirm. */
export type MintRisk =
  | 'transfer_fee'
  | 'transfer_hook'
  | 'permanent_delegate'
  | 'starts_frozen'
  | 'pausable'
  | 'unknown_extension'
export type MintRefusal = 'decimals_differ' | 'program_differs' | 'non_transferable'

/** The holder of a power over a mint. 'nobody': now and forever; 'somebody': the address is not known. */
export type Authority = { code: 'address'; address: string } | { code: 'nobody' | 'somebody' | 'unknown' }

const risks: Record<MintRisk, string> = {
  transfer_fee: 'its issuer keeps a part of every transfer, and may change how much',
  transfer_hook: 'a program of its issuer runs at each transfer and can refuse it',
  permanent_delegate: 'its issuer can take it out of any wallet',
  starts_frozen: 'new accounts of it are frozen until its issuer thaws them',
  pausable: 'its issuer can pause all transfers of it',
  unknown_extension: 'it has a rule that is not known here',
}
export const mintRiskText = (code: MintRisk): string => risks[code]

/**
 * Shown for a token without a price in the market's service if funds are real: the user must confirm its purchase, too.
 */
export const UNPRICED_TEXT =
  'the market knows no price of it but the quote itself, so a quote that takes too much looks like a fair one'

const refusals: Record<MintRefusal, string> = {
  decimals_differ:
    'the market and the chain do not agree how many decimals this token has, so no amount of it is certain.',
  program_differs: 'the market and the chain do not agree which token program this token is of.',
  non_transferable: 'this token cannot be transferred, so whoever has it can never sell it.',
}
export const mintRefusalText = (code: MintRefusal): string => refusals[code]

/** `name` and `symbol` are strangers' texts, cleaned. `source` says who has which power. */
export type MintReport = {
  mint: string
  symbol: string
  name: string
  verified: boolean
  /** The market's service warns of it. */
  suspicious: boolean
  source: 'chain' | 'service'
  mintAuthority: Authority
  freezeAuthority: Authority
  topHoldersPercent: number | null
  /** Whole USD. */
  liquidityUsd: string | null
  since: string | null
  refusal: MintRefusal | null
  risks: MintRisk[]
}

/** '$1,234,567'. */
export const usdText = (whole: string): string => `$${whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')}`

const SERVICE_SAYS =
  "Who can do that is the word of the market's token service: the chain of this desk does not have the real token."

function authorityText(authority: Authority, { can, effect }: { can: string; effect: string }): string {
  switch (authority.code) {
    case 'address':
      return `${authority.address} can ${can}${effect}.`
    case 'somebody':
      return `Somebody can ${can}${effect}.`
    case 'nobody':
      return `Nobody can ${can}.`
    case 'unknown':
      return `Whether somebody can ${can} is not known.`
  }
}

/** One sentence a line. */
export function mintFactsText(report: MintReport): string[] {
  const { topHoldersPercent: top, liquidityUsd: liquidity, since } = report
  return [
    report.verified
      ? `${report.symbol} is ${report.name}, ${report.mint}, and verified.`
      : `${report.symbol} (${report.name}), ${report.mint}, is not verified: anybody can call a token so.`,
    ...(report.suspicious ? ["The market's token service marks it as suspicious."] : []),
    authorityText(report.mintAuthority, { can: 'make more of it', effect: ' at any time' }),
    authorityText(report.freezeAuthority, {
      can: 'freeze the accounts that hold it',
      effect: ', which can then sell none',
    }),
    ...(report.source === 'chain' ? [] : [SERVICE_SAYS]),
    top === null
      ? 'What share its ten largest holders have is not known.'
      : `Its ten largest holders have ${top} % of it.`,
    liquidity === null
      ? 'How much its pools hold is not known.'
      : `Its pools hold ${usdText(liquidity)} of liquidity.`,
    since === null
      ? 'How old it is is not known.'
      : `It was first traded on ${since.slice(0, 'yyyy-mm-dd'.length)}.`,
    ...report.risks.map((risk) => `Mind that ${mintRiskText(risk)}.`),
  ]
}
