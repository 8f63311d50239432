/**
 * Writes the file from which a loader takes a program of SBPF version 0: code, and the names of the runtime's functions
 * with the places that call them. The checks of loaders: anza-xyz/sbpf src/elf.rs (load_with_lenient_parser, relocate)
 * and src/elf_parser/mod.rs; firedancer src/ballet/sbpf/fd_sbpf_loader.c.
 */
/** A call of the runtime's function, by its position among the instructions. */
export type RuntimeCall = { at: number; name: string }

const HEADER = 64
const SECTION_HEADER = 64
const INSTRUCTION = 8
/** ELF's own numbers, as in sbpf's src/elf_parser/consts.rs. */
const SHT = { null: 0, code: 1, strings: 3, dynamic: 6, relocations: 9, symbols: 11 } as const
const DT = { symbols: 6, relocations: 17, relocationsSize: 18, relocationSize: 19 } as const
const ET_DYN = 3
const EM_BPF = 247
const R_BPF_64_32 = 10n
/** The binding of a global symbol without a type that is defined elsewhere. */
const STB_GLOBAL = 0x10

type Section = { name: string; type: number; data: Buffer; entry?: number; link?: number; loaded?: boolean }

const padded = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((8 - (data.length % 8)) % 8)])

function encodeStrings(names: string[]): { data: Buffer; at: (name: string) => number } {
  const text = `\0${names.map((name) => `${name}\0`).join('')}`
  return {
    data: Buffer.from(text, 'latin1'),
    at: (name) => (name === '' ? 0 : text.indexOf(`\0${name}\0`) + 1),
  }
}

function pairs(rows: (readonly [number | bigint, number | bigint])[]): Buffer {
  const data = Buffer.alloc(rows.length * 16)
  rows.forEach(([first, second], i) => {
    data.writeBigUInt64LE(BigInt(first), i * 16)
    data.writeBigUInt64LE(BigInt(second), i * 16 + 8)
  })
  return data
}

function sectionHeader(section: Section, nameAt: number, at: number, size: number): Buffer {
  const data = Buffer.alloc(SECTION_HEADER)
  data.writeUInt32LE(nameAt, 0)
  data.writeUInt32LE(section.type, 4)
  // Allocated, and executable for code.
  data.writeBigUInt64LE(section.type === SHT.code ? 6n : section.loaded ? 2n : 0n, 8)
  data.writeBigUInt64LE(section.loaded ? BigInt(at) : 0n, 16)
  data.writeBigUInt64LE(BigInt(at), 24)
  data.writeBigUInt64LE(BigInt(size), 32)
  data.writeUInt32LE(section.link ?? 0, 40)
  data.writeBigUInt64LE(8n, 48)
  data.writeBigUInt64LE(BigInt(section.entry ?? 0), 56)
  return data
}

function fileHeader(sectionsAt: number, sections: number): Buffer {
  const data = Buffer.alloc(HEADER)
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(data)
  data.writeUInt16LE(ET_DYN, 16)
  data.writeUInt16LE(EM_BPF, 18)
  data.writeUInt32LE(1, 20)
  data.writeBigUInt64LE(BigInt(HEADER), 24)
  data.writeBigUInt64LE(BigInt(HEADER), 32)
  data.writeBigUInt64LE(BigInt(sectionsAt), 40)
  data.writeUInt16LE(HEADER, 52)
  data.writeUInt16LE(56, 54)
  data.writeUInt16LE(SECTION_HEADER, 58)
  data.writeUInt16LE(sections, 60)
  data.writeUInt16LE(sections - 1, 62)
  return data
}

export function encodeElf(code: Buffer, calls: readonly RuntimeCall[]): Uint8Array {
  const functions = [...new Set(calls.map(({ name }) => name))]
  const names = encodeStrings(functions)
  const symbols = Buffer.alloc(24 * (functions.length + 1))
  functions.forEach((name, i) => {
    symbols.writeUInt32LE(names.at(name), 24 * (i + 1))
    symbols.writeUInt8(STB_GLOBAL, 24 * (i + 1) + 4)
  })
  const relocations = pairs(
    calls.map(({ at, name }) => [
      HEADER + at * INSTRUCTION,
      (BigInt(functions.indexOf(name) + 1) << 32n) | R_BPF_64_32,
    ]),
  )
  // Addresses are positions in the file; the code begins after its header.
  const symbolsAt = HEADER + code.length
  const relocationsAt = symbolsAt + symbols.length
  const dynamic = pairs([
    [DT.symbols, symbolsAt],
    [DT.relocations, relocationsAt],
    [DT.relocationsSize, relocations.length],
    [DT.relocationSize, 16],
    [0, 0],
  ])
  const sections: Section[] = [
    { name: '', type: SHT.null, data: Buffer.alloc(0) },
    { name: '.text', type: SHT.code, data: code, loaded: true },
    { name: '.dynsym', type: SHT.symbols, data: symbols, entry: 24, link: 5, loaded: true },
    { name: '.rel.dyn', type: SHT.relocations, data: relocations, entry: 16, link: 2, loaded: true },
    { name: '.dynamic', type: SHT.dynamic, data: dynamic, entry: 16, link: 5, loaded: true },
    { name: '.dynstr', type: SHT.strings, data: names.data, loaded: true },
    { name: '.shstrtab', type: SHT.strings, data: Buffer.alloc(0) },
  ]
  const titles = encodeStrings(sections.map(({ name }) => name).filter(Boolean))
  const body: Buffer[] = []
  const headers: Buffer[] = []
  let at = HEADER
  for (const section of sections) {
    const data = section.name === '.shstrtab' ? titles.data : section.data
    headers.push(
      sectionHeader(section, titles.at(section.name), section.type === SHT.null ? 0 : at, data.length),
    )
    body.push(padded(data))
    at += padded(data).length
  }
  return Buffer.concat([fileHeader(at, sections.length), ...body, ...headers])
}
