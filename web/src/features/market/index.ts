/** The clock of the simulated market. */
export { ClockControl } from './clock-control.tsx'
export { MarketSpeedBadge } from './market-speed-badge.tsx'
