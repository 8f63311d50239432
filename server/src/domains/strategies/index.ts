/** Strategies: the pure functions that trade by a plan. */
export {
  compile,
  type CompiledStrategy,
  type Line,
  type Order,
  type Stepped,
  type StrategyEvent,
  type StrategyState,
} from './step.ts'
