/** Distributions: SOL from one wallet to many and back, over the engine. */
export { distributionChannel } from './distributions.channel.ts'
export { distributionRoutes } from './distributions.routes.ts'
export { createDistributions, type Distributions } from './distributions.service.ts'
export { distributePacking } from './sol-kinds.ts'
export { readTerms, spreadFees } from './sol-packing.ts'
