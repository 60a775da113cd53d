export type DevelopmentProviderName = 'google' | 'kakao'

export const developmentProviderNames: readonly DevelopmentProviderName[] = ['google', 'kakao']
