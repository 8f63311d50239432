/**
 * Assembles programs of the Solana virtual machine (SBPF version 0) from text, for small programs of tests. Opcodes as in
 * anza-xyz/sbpf src/ebpf.rs and firedancer src/ballet/sbpf/fd_sbpf_opcodes.h. One instruction a line, `;` begins a comment:
 *
 *     label:
 *     ldxdw r1, [r2+8]      ldxb ldxh ldxw ldxdw
 *     stxdw [r10-8], r1     stxb stxh stxw stxdw; stb sth stw stdw with a number
 *     add r1, r2            add sub mul div or and lsh rsh mod xor mov, the second a register or a number of 32 bits
 *     lddw r1, 0x1234       a number of 64 bits
 *     jeq r1, 5, label      jeq jgt jge jne jlt jle, unsigned; ja label
 *     call name             a function of the runtime
 *     exit
 */
import { encodeElf, type RuntimeCall } from './elf.ts'

const SIZES = { w: 0x00, h: 0x08, b: 0x10, dw: 0x18 } as const
const ARITHMETIC = {
  add: 0x00,
  sub: 0x10,
  mul: 0x20,
  div: 0x30,
  or: 0x40,
  and: 0x50,
  lsh: 0x60,
  rsh: 0x70,
  mod: 0x90,
  xor: 0xa0,
  mov: 0xb0,
} as const
const JUMPS = { ja: 0x00, jeq: 0x10, jgt: 0x20, jge: 0x30, jne: 0x50, jlt: 0xa0, jle: 0xb0 } as const
const has = <T extends object>(table: T, name: string | undefined): name is keyof T & string =>
  name !== undefined && Object.hasOwn(table, name)

const FROM_REGISTER = 0x08
const LDDW = 0x18
const CALL = 0x85
const EXIT = 0x95
/** The content of a call until the loader writes the hash of the name (R_Bpf_64_32 in sbpf's src/elf.rs). */
const UNRESOLVED = -1

type Fields = { opcode: number; to?: number; from?: number; offset?: number; number?: number }

function encode({ opcode, to = 0, from = 0, offset = 0, number = 0 }: Fields): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt8(opcode, 0)
  bytes.writeUInt8((from << 4) | to, 1)
  bytes.writeInt16LE(offset, 2)
  bytes.writeInt32LE(number, 4)
  return bytes
}

type Line = { words: string[]; text: string; at: number }

const wrong = ({ text }: { text: string }): never => {
  throw new Error(`not an instruction: ${text}`)
}

function parseRegister(word: string | undefined): number | undefined {
  const found = /^r(\d|10)$/.exec(word ?? '')
  return found ? Number(found[1]) : undefined
}
const register = (word: string | undefined, line: Line): number => parseRegister(word) ?? wrong(line)

function number(word: string | undefined, line: Line): bigint {
  return word !== undefined && /^-?(\d+|0x[0-9a-f]+)$/.test(word) ? BigInt(word) : wrong(line)
}

/** `[r2+8]` */
function place(word: string | undefined, line: Line): { base: number; offset: number } {
  const [, base, offset] = /^\[(r\d+)([+-]\d+)?\]$/.exec(word ?? '') ?? wrong(line)
  return { base: register(base, line), offset: Number(offset ?? 0) }
}

/** The second operand: a register or a number. */
function operand(word: string | undefined, line: Line): Pick<Fields, 'opcode' | 'from' | 'number'> {
  const from = parseRegister(word)
  if (from !== undefined) return { opcode: FROM_REGISTER, from }
  return { opcode: 0, number: Number(number(word, line)) }
}

function read(text: string): { lines: Line[]; labels: Map<string, number> } {
  const lines: Line[] = []
  const labels = new Map<string, number>()
  let at = 0
  for (const raw of text.split('\n')) {
    const line = raw.replace(/;.*/, '').trim()
    if (line === '') continue
    if (line.endsWith(':')) {
      const label = line.slice(0, -1)
      if (labels.has(label)) throw new Error(`twice a label: ${label}`)
      labels.set(label, at)
      continue
    }
    const [name = '', ...rest] = line.split(/\s+/)
    const operands = rest.join('').split(',').filter(Boolean)
    lines.push({ words: [name, ...operands], text: line, at })
    // A number of 64 bits takes two places.
    at += name === 'lddw' ? 2 : 1
  }
  return { lines, labels }
}

function wide(line: Line): Buffer {
  const value = BigInt.asUintN(64, number(line.words[2], line))
  const half = (part: bigint) => Number(BigInt.asIntN(32, part))
  const to = register(line.words[1], line)
  return Buffer.concat([
    encode({ opcode: LDDW, to, number: half(value) }),
    encode({ opcode: 0, number: half(value >> 32n) }),
  ])
}

function memory(line: Line): Buffer | undefined {
  const [name = '', first, second] = line.words
  const [, kind, size] = /^(ldx|stx|st)(b|h|w|dw)$/.exec(name) ?? []
  if (!has(SIZES, size)) return undefined
  if (kind === 'ldx') {
    const { base, offset } = place(second, line)
    return encode({ opcode: 0x61 | SIZES[size], to: register(first, line), from: base, offset })
  }
  const { base, offset } = place(first, line)
  if (kind === 'stx')
    return encode({ opcode: 0x63 | SIZES[size], to: base, from: register(second, line), offset })
  return encode({ opcode: 0x62 | SIZES[size], to: base, offset, number: Number(number(second, line)) })
}

function jump(line: Line, labels: Map<string, number>): Buffer | undefined {
  const [name, first, second] = line.words
  if (!has(JUMPS, name)) return undefined
  const label = labels.get(line.words.at(-1) ?? '') ?? wrong(line)
  const offset = label - line.at - 1
  if (name === 'ja') return encode({ opcode: 0x05, offset })
  const by = operand(second, line)
  return encode({ ...by, opcode: 0x05 | JUMPS[name] | by.opcode, to: register(first, line), offset })
}

function arithmetic(line: Line): Buffer | undefined {
  const [name, first, second] = line.words
  if (!has(ARITHMETIC, name)) return undefined
  const by = operand(second, line)
  return encode({ ...by, opcode: 0x07 | ARITHMETIC[name] | by.opcode, to: register(first, line) })
}

/** The program as an ELF file, in the form that a loader accepts. */
export function assemble(text: string): Uint8Array {
  const { lines, labels } = read(text)
  const calls: RuntimeCall[] = []
  const code = lines.map((line) => {
    const [name, first] = line.words
    if (name === 'exit') return encode({ opcode: EXIT })
    if (name === 'lddw') return wide(line)
    if (name === 'call') {
      calls.push({ at: line.at, name: first ?? wrong(line) })
      return encode({ opcode: CALL, number: UNRESOLVED })
    }
    return memory(line) ?? jump(line, labels) ?? arithmetic(line) ?? wrong(line)
  })
  return encodeElf(Buffer.concat(code), calls)
}
