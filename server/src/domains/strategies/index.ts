/** Strategies: the pure functions that trade by a plan, and the runner that lets them. */
export { type Asset, type Sizing, SWAP_FEE } from './sizing.ts'
export { createStrategies, type AgentRef, type RowStatus, type Strategies } from './strategies.service.ts'
