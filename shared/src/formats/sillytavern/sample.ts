// A small SillyTavern chat for tests.

type Fields = Readonly<Record<string, unknown>>

export const HEADER: Fields = {
  user_name: 'Ann',
  character_name: 'Oak',
  create_date: '2024-05-28@18h08m55s014ms',
  chat_metadata: { integrity: 'i-1', note_prompt: 'Be kind', main_chat: 'Oak - first' },
}

export function place(name: string, mes: string, more: Fields = {}): Fields {
  const send_date = '2024-05-28T18:10:00.000Z'
  return { name, is_user: name === 'Ann', is_system: false, send_date, mes, extra: {}, ...more }
}

const swipe = (second: number, model: string): Fields => ({
  send_date: `2024-05-28T18:11:0${second}.000Z`,
  extra: { model, token_count: second },
})

export const PLACES: readonly Fields[] = [
  place('Oak', 'I am old.', { send_date: 'May 28, 2024 6:09pm' }),
  place('Ann', 'How old?'),
  place('Oak', 'Very.', {
    send_date: '2024-05-28T18:11:02.000Z',
    swipes: ['Old.', 'Very.', 'Older \ud83c\udf33'],
    swipe_id: 1,
    swipe_info: [swipe(1, 'm-a'), swipe(2, 'm-b'), swipe(3, 'm-c')],
    extra: { model: 'm-b', token_count: 2, reasoning: 'Count the rings.', bookmark_link: 'Oak - rings' },
  }),
  place('Tool', 'Called', {
    is_system: true,
    extra: { tool_invocations: [{ id: 't1', name: 'rings', parameters: '{"of":"oak"}', result: '800' }] },
  }),
  place('Note', 'Hidden words', { is_system: true }),
  place('Ann', 'Thanks', { extra: { image: 'user/images/leaf.png' } }),
]

export const CHAT = [HEADER, ...PLACES].map((one) => JSON.stringify(one)).join('\n')
