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
  transfer_fee: 'its issuer takes a fee on every transfer and can change it',
  transfer_hook: 'a program set by its issuer runs on every transfer and can block it',
  permanent_delegate: 'its issuer can move it out of any wallet',
  starts_frozen: 'new accounts for it start frozen until its issuer thaws them',
  pausable: 'its issuer can pause all transfers of it',
  unknown_extension: 'it has an extension that Purser does not recognize',
}
export const mintRiskText = (code: MintRisk): string => risks[code]

/**
 * Shown for a token without a price in the market's service if funds are real: the user must confirm its purchase, too.
 */
export const UNPRICED_TEXT =
  'it has no market price other than the quote itself, so an unfair quote would look fair'

const refusals: Record<MintRefusal, string> = {
  decimals_differ:
    'the market and the chain disagree on the decimals of this token, so no amount of it is certain.',
  program_differs: 'the market and the chain disagree on which token program this token belongs to.',
  non_transferable: 'this token cannot be transferred, so its holders can never sell it.',
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
  "Who can do that is reported by the market's token service: this desk's chain does not have the real token."

function authorityText(authority: Authority, { can, effect }: { can: string; effect: string }): string {
  switch (authority.code) {
    case 'address':
      return `${authority.address} can ${can}${effect}.`
    case 'somebody':
      return `Someone can ${can}${effect}.`
    case 'nobody':
      return `Nobody can ${can}.`
    case 'unknown':
      return `It is unknown whether anyone can ${can}.`
  }
}

/** One sentence a line. */
export function mintFactsText(report: MintReport): string[] {
  const { topHoldersPercent: top, liquidityUsd: liquidity, since } = report
  return [
    report.verified
      ? `${report.symbol} is ${report.name}, ${report.mint}, and is verified.`
      : `${report.symbol} (${report.name}), ${report.mint}, is not verified: anyone can give a token that name.`,
    ...(report.suspicious ? ["The market's token service flags it as suspicious."] : []),
    authorityText(report.mintAuthority, { can: 'mint more of it', effect: ' at any time' }),
    authorityText(report.freezeAuthority, {
      can: 'freeze accounts that hold it',
      effect: ', which then cannot sell it',
    }),
    ...(report.source === 'chain' ? [] : [SERVICE_SAYS]),
    top === null
      ? 'The share of its ten largest holders is unknown.'
      : `Its ten largest holders own ${top}% of it.`,
    liquidity === null
      ? 'Its pool liquidity is unknown.'
      : `Its pools hold ${usdText(liquidity)} in liquidity.`,
    since === null ? 'Its age is unknown.' : `It was first traded on ${since.slice(0, 'yyyy-mm-dd'.length)}.`,
    ...report.risks.map((risk) => `Note: ${mintRiskText(risk)}.`),
  ]
}
