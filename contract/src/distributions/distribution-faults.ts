/** Rows of the table of errors: distributions and their templates. */
import { distributeTexts, gatherTexts } from './distribution-texts.ts'

/** Figures in SOL with 6 decimals. */
type Insufficient = Parameters<typeof distributeTexts.insufficient>[0]
export type DistributionFaults = {
  insufficient_for_distribution: Insufficient
  invalid_destinations: { count: number }
  invalid_sources: { count: number }
  template_name_taken: { name: string }
  template_limit: { limit: number }
}

export const distributionFaults = {
  insufficient_for_distribution: { status: 400, sentence: distributeTexts.insufficient },
  invalid_destinations: {
    status: 400,
    sentence: ({ count }: { count: number }) => distributeTexts.invalid(count),
  },
  invalid_sources: { status: 400, sentence: ({ count }: { count: number }) => gatherTexts.invalid(count) },
  template_name_taken: {
    status: 409,
    sentence: ({ name }: { name: string }) =>
      `There is a template called '${name}' already. Choose another name.`,
  },
  template_limit: {
    status: 409,
    sentence: ({ limit }: { limit: number }) => `An account can have at most ${limit} templates.`,
  },
}
