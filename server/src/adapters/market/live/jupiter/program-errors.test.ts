import { test } from 'node:test'
import assert from 'node:assert/strict'
import { failureIn } from './program-errors.ts'
import { JUPITER } from './programs.ts'

const AMM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
const failed = (program: string, code: string) => `Program ${program} failed: custom program error: ${code}`

void test('errors of the program of the swap are told by their numbers', () => {
  for (const [code, why] of [
    ['0x1771', 'slippage'],
    ['0x1788', 'too_little'],
    ['0x1778', 'accounts'],
    ['0x177e', 'accounts'],
    ['0x1789', 'accounts'],
  ] as const)
    assert.equal(failureIn([`Program ${JUPITER} invoke [1]`, failed(JUPITER, code)]), why)
})

void test('the same number of a program that it called means something else, and so does any other', () => {
  assert.equal(failureIn([failed(AMM, '0x1771'), failed(JUPITER, '0x1771')]), null)
  assert.equal(failureIn([failed(JUPITER, '0x1')]), null)
  assert.equal(failureIn([failed(AMM, '0x1771')]), null)
  assert.equal(failureIn([`Program log: ${failed(JUPITER, '0x1771')}`]), null)
  assert.equal(failureIn([]), null)
})
