import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeText, toCsvBytes } from './csv.ts'

const read = (rows: string[][]) => new TextDecoder('utf8', { ignoreBOM: true }).decode(toCsvBytes(rows))

void test('no cell is a formula, with any separator', () => {
  for (const first of ['=', '+', '-', '@', '\t', '\r', '\n', '＝'])
    assert.equal(safeText(`${first}x`)[0], "'")
  assert.equal(safeText('  =1'), "'  =1")
  assert.equal(safeText('a;=cmd()'), "a;'=cmd()")
  assert.equal(safeText('a; \t-1'), "a; \t'-1")
  assert.equal(safeText('a\n@x'), "a\n'@x")
  for (const plain of ['1+1', 'a-b', 'me@home', "'=1", '', 'Émile 😀', '5,000; 6,000'])
    assert.equal(safeText(plain), plain)
})

void test('control characters are removed, and cells quoted where necessary', () => {
  assert.equal(safeText('a\0b\u001b[31mc\u202ed\ufeff\u2028\ud800'), 'ab[31mcd')
  assert.equal(safeText('\0=1'), "'=1")
  assert.equal(
    read([
      ['a,b', 'c"d', 'e;f', 'g\r\nh', 'plain'],
      ['\0=1', '', ' ', '\t', '😀'],
    ]),
    '\ufeff"a,b","c""d","e;f","g\r\nh",plain\r\n\'=1,, ,"\'\t",😀\r\n',
  )
})
