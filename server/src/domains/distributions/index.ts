/** Distributions: SOL and tokens from one wallet to many and back, over the engine. */
export { distributionChannel } from './distributions.channel.ts'
export { distributionRoutes } from './distributions.routes.ts'
export { createDistributions, type Distributions } from './distributions.service.ts'
export { distributePacking } from './sol-kinds.ts'
export { readTerms, spreadFees } from './sol-packing.ts'
export { tokenChannel } from './tokens/tokens.channel.ts'
export { tokenDistributionRoutes } from './tokens/tokens.routes.ts'
export { createTokenDistributions, type TokenDistributions } from './tokens/service.ts'
