declare module 'virtual:messages/*' {}
