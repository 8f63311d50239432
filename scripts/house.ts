/**
 * The figures of the house: the length of its functions, the width of its handles and folders, the words of its names.
 * `npm run house` prints them; the laws (house.test.ts) limit each to the list of scripts/house-exempt.json, which `npm
 * run house shrink` shortens.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'
import { isProduct, readSources } from './imports.ts'

export const MOST_LINES = 80
export const MOST_MEMBERS = 12
export const MOST_FILES = 20

/** A count for each `file name` or folder: its lines, members or files, or 1 for a banned name. */
export type Counts = Record<string, number>
export type Figures = { functions: Counts; handles: Counts; folders: Counts; names: Counts }

export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
const children = (node: SyntaxNode): SyntaxNode[] => Object.values(node).flat().filter(isNode)

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const isFunction = (node: unknown): node is SyntaxNode => isNode(node) && FUNCTIONS.includes(node.type)
const nameIn = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined

/** The name by which a reader finds the node: its own, or that of the variable or property it is assigned to. */
const declaredName = (node: SyntaxNode): string | undefined => nameIn(node.id) ?? nameIn(node.key)

type Visit = (node: SyntaxNode, name: string) => void
export function walk(node: SyntaxNode, name: string, visit: Visit): void {
  const own = declaredName(node) ?? name
  visit(node, own)
  for (const child of children(node)) walk(child, own, visit)
}

/** The object that a `create…` function returns at its own level, not in a function inside. */
function returned(fn: SyntaxNode): SyntaxNode | undefined {
  const body = fn.body
  if (!isNode(body)) return undefined
  if (body.type === 'ObjectExpression') return body
  const last = children(body)
    .filter(({ type }) => type === 'ReturnStatement')
    .at(-1)
  const argument = last?.argument
  return isNode(argument) && argument.type === 'ObjectExpression' ? argument : undefined
}

/** Counts the offered members: those of a returned object, or the functions of an object type. */
function countMembers(node: SyntaxNode, name: string): number {
  if (isFunction(node) && /^(create|open|start|connect)[A-Z]/.test(name))
    return (returned(node)?.properties as unknown[] | undefined)?.length ?? 0
  if (node.type !== 'TSTypeAliasDeclaration' && node.type !== 'TSInterfaceDeclaration') return 0
  const body = (node.typeAnnotation ?? node.body) as SyntaxNode
  const members = (body.members ?? body.body ?? []) as SyntaxNode[]
  return Array.isArray(members) ? members.filter(isOffered).length : 0
}
function isOffered(member: SyntaxNode): boolean {
  if (member.type === 'TSMethodSignature') return true
  const annotation = (member.typeAnnotation as SyntaxNode | undefined)?.typeAnnotation
  return isNode(annotation) && annotation.type === 'TSFunctionType'
}

const DECLARATIONS = [
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'ClassDeclaration',
  'FunctionDeclaration',
]
/** Tells whether a name is that of a type or a function: a whole name must not be a banned word. */
const isVerbOrNoun = (node: SyntaxNode): boolean =>
  DECLARATIONS.includes(node.type) || (node.type === 'VariableDeclarator' && isFunction(node.init))

export type Banned = { whole: Set<string>; file: Set<string>; part: RegExp }
export function readBanned(text: string): Banned {
  const lists: Record<string, string[]> = { whole: [], part: [], file: [] }
  let list = 'whole'
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (/^\[\w+\]$/.test(line)) list = line.slice(1, -1)
    else if (line !== '' && !line.startsWith('#')) lists[list]?.push(line)
  }
  // `told` at the beginning of a name, `Told` within it; no lower-case letter may follow.
  const parts = (lists.part ?? []).flatMap((word) => [
    `(?:^|[-.])${word}`,
    `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  ])
  return {
    whole: new Set(lists.whole),
    file: new Set([...(lists.whole ?? []), ...(lists.file ?? [])]),
    part: new RegExp(`(?:${parts.join('|')})(?![a-z])`),
  }
}

/** Returns the banned names that a program declares. */
export function bannedNames(program: SyntaxNode, banned: Banned): string[] {
  const found = new Set<string>()
  walk(program, '', (node) => {
    const name = declaredName(node)
    if (name === undefined) return
    if (banned.part.test(name) || (isVerbOrNoun(node) && banned.whole.has(name.toLowerCase())))
      found.add(name)
  })
  return [...found]
}

export const parse = (file: string, source: string): SyntaxNode =>
  parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as SyntaxNode

function measureFile(figures: Figures, file: string, source: string, banned: Banned): void {
  const program = parse(file, source)
  const raise = (counts: Counts, key: string, n: number) => {
    counts[key] = Math.max(counts[key] ?? 0, n)
  }
  walk(program, '', (node, name) => {
    const members = countMembers(node, name)
    if (members > MOST_MEMBERS) raise(figures.handles, `${file} ${name}`, members)
    if (!isFunction(node)) return
    const lines = source.slice(node.start, node.end).split('\n').length
    if (lines > MOST_LINES) raise(figures.functions, `${file} ${name}`, lines)
  })
  for (const name of bannedNames(program, banned)) figures.names[`${file} ${name}`] = 1
  const stem = basename(file).replace(/(\.\w+)*\.tsx?$/, '')
  if (banned.file.has(stem) || banned.part.test(stem)) figures.names[file] = 1
}

/** Measures only the product's files: tests, styles, proofs, benches and browser tests have rules of their own. */
export function measure({ files, read } = readSources()): Figures {
  const banned = readBanned(readFileSync('docs/banned-words.txt', 'utf8'))
  const figures: Figures = { functions: {}, handles: {}, folders: {}, names: {} }
  const product = files.filter(isProduct)
  for (const file of product) measureFile(figures, file, read(file), banned)
  for (const [folder, inside] of Map.groupBy(product, dirname)) {
    if (inside.length > MOST_FILES) figures.folders[folder] = inside.length
    if (banned.file.has(basename(folder))) figures.names[folder] = 1
  }
  return figures
}

const countLines = (files: string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
const above = (counts: Counts, limit: number) => Object.values(counts).filter((n) => n > limit).length

function print(): void {
  const sources = readSources()
  const product = sources.files.filter(isProduct)
  const figures = measure(sources)
  const rows: [string, string][] = [
    [
      'functions over 120 / over 80 lines',
      `${above(figures.functions, 120)} / ${above(figures.functions, 80)}`,
    ],
    ['largest handle', `${Math.max(MOST_MEMBERS, ...Object.values(figures.handles))}`],
    ['folders of more than 20 files', `${above(figures.folders, MOST_FILES)}`],
    ['banned words in names', `${above(figures.names, 0)}`],
    ['files that name `cooldown`', `${product.filter((f) => /cooldown/i.test(sources.read(f))).length}`],
    ['caches', `${product.filter((f) => /new LRUCache\b/.test(sources.read(f))).length}`],
    ['lines of migration snapshots', `${countLines(globSync('server/src/db/migrations/meta/*.json'))}`],
    ['product lines', `${countLines(product)}`],
    ['README', `${countLines(['README.md'])}`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, figure] of rows) console.log(`${name.padEnd(width)}  ${figure}`)
}

/** These break a law today: house.test.ts tolerates them, and lets no other join. */
export type Exemptions = Omit<Figures, 'names'> & { names: string[] }
const EXEMPT = 'scripts/house-exempt.json'
export const readExemptions = (): Exemptions => JSON.parse(readFileSync(EXEMPT, 'utf8')) as Exemptions

const lower = (allowed: Counts, counts: Counts): Counts =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([where, n]) => {
      const now = counts[where]
      return now === undefined ? [] : [[where, Math.min(n, now)]]
    }),
  )
/** Lowers the exemptions to the present figures and drops those that are gone. Adds nothing. */
function shrink(): void {
  const [figures, exempt] = [measure(), readExemptions()]
  const lowered: Exemptions = {
    functions: lower(exempt.functions, figures.functions),
    handles: lower(exempt.handles, figures.handles),
    folders: lower(exempt.folders, figures.folders),
    names: exempt.names.filter((name) => name in figures.names),
  }
  writeFileSync(EXEMPT, `${JSON.stringify(lowered, null, 2)}\n`)
}

if (import.meta.main) {
  if (process.argv[2] === 'shrink') shrink()
  print()
}
