import { test } from 'node:test'
const t0 = performance.now()
const { startTestDesk } = await import('./harness.ts')
const t1 = performance.now()
const c1 = process.cpuUsage()
const desk = await startTestDesk({ network: process.env.NW as 'real' })
const t2 = performance.now()
const c2 = process.cpuUsage()
test('x', () => desk.signUp())
process.on('exit', () => {
  const c = process.cpuUsage()
  console.log('import', t1 - t0, 'cpu so far', (c1.user + c1.system) / 1e6, 'start', t2 - t1, 'cpu', (c2.user + c2.system - c1.user - c1.system) / 1e6, 'total', (c.user + c.system) / 1e6)
})
