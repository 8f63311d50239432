/** The colours of wallet groups, for the palette of the console and for groups that are created without one. */
import { DEFAULT_GROUP_COLOR } from '../limits.ts'

/** The 36 preset colours: twelve hues, each bright, strong and deep. */
export const PRESET_COLORS = [
  '#F87171 #FB923C #FBBF24 #A3E635 #4ADE80 #2DD4BF #22D3EE #60A5FA #818CF8 #C084FC #F472B6 #94A3B8',
  '#DC2626 #EA580C #D97706 #65A30D #16A34A #0D9488 #0891B2 #2563EB #4C6FFF #9333EA #DB2777 #64748B',
  '#991B1B #9A3412 #92400E #3F6212 #166534 #115E59 #155E75 #1E40AF #3730A3 #6B21A8 #9D174D #334155',
].flatMap((row) => row.split(' '))

/** The colour of a new group: the default one, else the first of the palette that no group has; with all taken they repeat. */
export function nextGroupColor(taken: string[]): string {
  const used = new Set(taken.map((color) => color.toUpperCase()))
  const free = [DEFAULT_GROUP_COLOR, ...PRESET_COLORS].find((color) => !used.has(color))
  return free ?? PRESET_COLORS[taken.length % PRESET_COLORS.length] ?? DEFAULT_GROUP_COLOR
}
