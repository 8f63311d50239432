/** The 36 preset colours of groups: twelve hues, each bright, strong and deep. */
export const PRESET_COLORS = [
  '#F87171 #FB923C #FBBF24 #A3E635 #4ADE80 #2DD4BF #22D3EE #60A5FA #818CF8 #C084FC #F472B6 #94A3B8',
  '#DC2626 #EA580C #D97706 #65A30D #16A34A #0D9488 #0891B2 #2563EB #4C6FFF #9333EA #DB2777 #64748B',
  '#991B1B #9A3412 #92400E #3F6212 #166534 #115E59 #155E75 #1E40AF #3730A3 #6B21A8 #9D174D #334155',
].flatMap((row) => row.split(' '))

/** What the field accepts while a colour is typed, and what a complete colour is. */
export const mayBecomeColor = (text: string) => /^#[0-9a-f]{0,6}$/i.test(text)
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
