export type StandInName = 'google' | 'kakao'

export const standInNames: readonly StandInName[] = ['google', 'kakao']
